/** The document of the ClusterServiceVersion (operators.coreos.com/v1alpha1). */
import { asObject, type JsonObject, nameOf } from '../../../api';
import { defined } from '../../../defined';
import { INSTALL_MODES } from '../csv';
import { json } from '../../files/json';
import { metadataOf } from '../../export/parts';
import { bundleNameOf, type ExportContent, type ExportObject } from '../../export/source';

export interface ServiceVersionParts {
  /** The namespace that it is installed in, as the package would make it. */
  readonly namespace?: JsonObject;
  readonly deployments: readonly ExportObject[];
  readonly permissions: readonly JsonObject[];
  readonly clusterPermissions: readonly JsonObject[];
  readonly webhooks: readonly JsonObject[];
  readonly ownedApis: readonly JsonObject[];
}

/** Without a date and without anything of the machine: the same package gives the same document. */
export function serviceVersion(source: ExportContent, parts: ServiceVersionParts): JsonObject {
  const { packageName, version, metadata = {} } = source;
  const modes = metadata.installModes ?? ['AllNamespaces'];
  const { deployments, permissions, clusterPermissions, webhooks, ownedApis } = parts;
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: bundleNameOf(source), annotations: annotationsOf(source, parts.namespace) },
    spec: defined({
      displayName: metadata.displayName ?? packageName,
      description: metadata.description,
      version,
      minKubeVersion: metadata.minKubeVersion,
      maturity: metadata.maturity,
      keywords: filled(metadata.keywords),
      maintainers: filled(metadata.maintainers),
      provider: metadata.provider === undefined ? undefined : json(metadata.provider),
      links: filled(metadata.links),
      icon: metadata.icon === undefined ? undefined : [metadata.icon],
      installModes: INSTALL_MODES.map((type) => ({ type, supported: modes.includes(type) })),
      install: {
        strategy: 'deployment',
        spec: defined({
          clusterPermissions: filled(clusterPermissions),
          deployments: deployments.map(strategyDeployment),
          permissions: filled(permissions),
        }),
      },
      customresourcedefinitions: ownedApis.length === 0 ? undefined : { owned: ownedApis },
      webhookdefinitions: filled(webhooks),
      relatedImages: filled(metadata.relatedImages),
      replaces: metadata.replaces,
      skips: filled(metadata.skips),
    }),
  };
}

/** Of an annotation that says how the namespace is to be made. */
const NAMESPACE_TEMPLATE = 'operatorframework.io/suggested-namespace-template';

function annotationsOf({ metadata = {}, installNamespace }: ExportContent, namespace: JsonObject | undefined): JsonObject {
  const { labels, annotations } = namespace === undefined ? {} : metadataOf(namespace);
  const template = labels === undefined && annotations === undefined ? undefined : JSON.stringify(namespace);
  return defined({
    ...metadata.annotations,
    'alm-examples': metadata.examples === undefined ? metadata.annotations?.['alm-examples'] : JSON.stringify(metadata.examples),
    'olm.skipRange': metadata.skipRange ?? metadata.annotations?.['olm.skipRange'],
    [NAMESPACE_TEMPLATE]: metadata.annotations?.[NAMESPACE_TEMPLATE] ?? template,
    'operatorframework.io/suggested-namespace': metadata.annotations?.['operatorframework.io/suggested-namespace'] ?? installNamespace,
  });
}

function strategyDeployment(deployment: ExportObject): JsonObject {
  const labels = asObject(metadataOf(deployment.manifest)['labels']);
  return defined({ name: nameOf(deployment.manifest), label: labels, spec: deployment.manifest['spec'] });
}

function filled(list: readonly unknown[] | undefined) {
  return list === undefined || list.length === 0 ? undefined : json(list);
}
