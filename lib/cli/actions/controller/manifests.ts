import { controllerObjects } from '../../../controller-package';
import { parseFeatureGates } from '../../../controllers/process/config/feature-gates';
import { defined } from '../../../defined';
import type { ControllerManifestsArgs } from '../../commands/controller/manifests';
import { EXIT } from '../../exit';
import { printObjects } from '../../output/objects';
import { enabledOf } from './enabled';

/** Prints the objects in the order in which they are applied; reaches no cluster. */
export function controllerManifests(args: ControllerManifestsArgs): Promise<number> {
  const { image, namespace, replicas, watchSelector, targetSecret, logLevel, clusterAdmin } = args;
  const { metricsCertificate, monitoring, runbookUrl, release, bundlesCertificate, helm, helmImage } = args;
  const enable = args.enable === undefined ? undefined : enabledOf(args.enable);
  const featureGates = args.featureGates === undefined ? undefined : { ...parseFeatureGates(args.featureGates) };
  const config = {
    image, replicas, clusterAdmin, monitoring,
    ...defined({ watchSelector, targetSecret, metricsCertificate, runbookUrl, featureGates, logLevel, enable, release, helm, helmImage }),
    ...defined({ bundlesCertificate }),
  };
  // What the parser lets through of `logLevel` is in the schema of the package, too.
  printObjects(controllerObjects({ namespace, config: config as Parameters<typeof controllerObjects>[0]['config'] }), args.output);
  return Promise.resolve(EXIT.done);
}
