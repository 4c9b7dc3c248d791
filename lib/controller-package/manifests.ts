import { App } from 'cdk8s';
import type { ConfigInput, Revision } from '../../constructs';
import { SYSTEM_NAMESPACE, type KubeObject } from '../api';
import { BoxcutterError } from '../errors';
import { packageVersion } from '../version';
import type { CONTROLLER_CONFIG_SCHEMA } from './config';
import { NAME } from './names';
import { ClusterApiPackage } from './cluster-api/package';
import { ControllerPackage } from './package';
import { ProvisionersPackage } from './provisioners/package';

export interface ControllerManifestOptions {
  /** @default olmv1-system */
  readonly namespace?: string | undefined;
  readonly config: ConfigInput<typeof CONTROLLER_CONFIG_SCHEMA>;
}

/**
 * The objects of the controllers in the order in which they are applied: a server that has none of it takes them one after the other.
 * @throws BoxcutterError `controller-config` for a configuration that does not fit
 */
export function controllerObjects({ namespace = SYSTEM_NAMESPACE, config }: ControllerManifestOptions): readonly KubeObject[] {
  const version = packageVersion();
  const own = objectsOf(new ControllerPackage().revision(new App(), NAME, { version, namespace, config }));
  const { enable = [], bundlesCertificate = '' } = config;
  const beside = { controllerNamespace: namespace };
  const provisioners = { ...beside, serves: bundlesCertificate !== '' };
  return [
    ...own,
    ...(!enable.includes('cluster-api') ? []
      : objectsOf(new ClusterApiPackage().revision(new App(), 'boxcutter-cluster-api', { version, namespace, config: beside }))),
    ...(!enable.includes('provisioners') ? []
      : objectsOf(new ProvisionersPackage().revision(new App(), 'boxcutter-provisioners', { version, namespace, config: provisioners }))),
  ];
}

function objectsOf(revision: Revision): readonly KubeObject[] {
  const { compiled } = revision.compiled;
  const errors = revision.findings.filter(({ severity }) => severity === 'error');
  if (compiled === undefined || errors.length > 0) {
    const problems = errors.map(({ message }) => message);
    throw new BoxcutterError('controller-config', 'input', `The controllers cannot be installed so: ${problems.join('; ')}.`, {
      hint: 'Check image, namespace and the other options.', details: { problems },
    });
  }
  return compiled.resolved.phases.flatMap(({ objects }) => objects.map(({ object }) => object));
}
