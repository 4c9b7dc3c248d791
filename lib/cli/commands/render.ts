import { words, type ArgumentsOf } from './command';
import { bundleOptions, input, kustomizing, manifestOutput, place, source } from './options';

export const renderWords = words({
  name: 'render',
  describe: 'Compile objects into a revision and print it; needs no cluster',
  positionals: { path: input },
  options: {
    'name': { type: 'string', describe: 'Name of the extension; otherwise that of the file or folder' },
    ...kustomizing,
    'namespace': place.namespace,
    'kubernetes-version': source['kubernetes-version'],
    ...bundleOptions,
    ...manifestOutput,
  },
  examples: [['$0 render ./manifests --namespace shop', 'The revision of a folder of plain YAML']],
});

export type RenderArgs = ArgumentsOf<typeof renderWords>;
