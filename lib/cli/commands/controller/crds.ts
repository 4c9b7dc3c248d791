import { words, type ArgumentsOf } from '../command';
import { manifestOutput } from '../options';

export const controllerCrdsWords = words({
  name: 'crds',
  describe: 'Print the CRDs of ClusterExtension, ClusterExtensionRevision and ClusterCatalog alone',
  options: { ...manifestOutput },
  examples: [['$0 controller crds | kubectl apply --server-side -f -', 'First step, if others install the controllers']],
});

export type ControllerCrdsArgs = ArgumentsOf<typeof controllerCrdsWords>;
