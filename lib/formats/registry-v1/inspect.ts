/** What a ClusterServiceVersion says in short. */
import { asObject } from '../../api';
import { defined } from '../../defined';
import { asString } from '../../schema';
import { imagesOfPods, type NamedImage } from '../images/pod-images';
import type { FormatSummary } from '../summary';
import type { RegistryBundle } from './bundle';
import { supportedInstallModes } from './config/install-modes';
import { servingDeployments } from './render';

const SUGGESTED_NAMESPACE = 'operatorframework.io/suggested-namespace';

export function inspectRegistryV1(bundle: RegistryBundle): FormatSummary {
  const { csv } = bundle;
  return {
    ...defined({
      displayName: asString(asObject(csv.manifest['spec'])?.['displayName']),
      replaces: csv.replaces,
      minKubeVersion: csv.minKubeVersion,
      suggestedNamespace: csv.annotations[SUGGESTED_NAMESPACE],
    }),
    skips: csv.skips,
    installModes: supportedInstallModes(bundle),
    needsCertificates: servingDeployments(csv).length > 0,
    requiredApis: csv.requiredCrds.map(({ kind, name, version }) => `${kind} ${name.split('.').slice(1).join('.')}/${version}`),
    requiredKinds: csv.requiredCrds.map(({ kind, name, version }) => ({ group: name.split('.').slice(1).join('.'), version, kind })),
    webhooks: csv.webhooks.map(({ generateName, type, deploymentName }) => ({ name: generateName, type, deployment: deploymentName })),
    deployments: csv.deployments.map(({ name }) => name),
    serviceAccounts: [
      ...new Set([...csv.permissions, ...csv.clusterPermissions].map(({ serviceAccountName }) => serviceAccountName)),
    ].sort(),
  };
}

/** Those of the deployments, and those that the author lists for mirrors. */
export function imagesOfServiceVersion({ csv }: RegistryBundle): readonly NamedImage[] {
  return [
    ...csv.deployments.flatMap(({ name, spec }) => imagesOfPods(asObject(spec['template']), `Deployment ${name}`)),
    ...csv.relatedImages.map(({ name, image }) => ({ image, by: `related image ${name}` })),
  ];
}
