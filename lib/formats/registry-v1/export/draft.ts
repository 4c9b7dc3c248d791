/** A package as a registry+v1 bundle: what of it goes into the ClusterServiceVersion, what stays an object, and what has no place. */
import { type JsonObject, nameOf } from '../../../api';
import { defined } from '../../../defined';
import { stringifyYaml } from '../../../yaml';
import type { Issue } from '../../../issue';
import { isNamespacedAddition } from '../render/supported-kinds';
import { differences } from '../../export/differences';
import type { Draft } from '../../export/exporter';
import { fileNames } from '../../export/file-names';
import { metadataFiles } from '../../export/metadata-files';
import { comparable, lostFromPods } from './comparable';
import { ownedApis } from './owned-apis';
import { groupKindOf, identityOf, kindOf, metadataOf, namespaceOf, objectsIn, placeOf } from '../../export/parts';
import { registryIssue } from '../registry-issue';
import { accessOf } from './rbac';
import { serviceVersion } from './service-version';
import type { ExportContent, ExportObject } from '../../export/source';
import { expectedCertificates, webhooksOf } from './webhooks';
import type { RegistryExportIssues } from './wording';

const DEPLOYMENT = 'apps/Deployment';
const DEFINITION = 'apiextensions.k8s.io/CustomResourceDefinition';

export function draftRegistryV1(all: readonly ExportObject[], source: ExportContent): Draft {
  const { installNamespace, metadata = {} } = source;
  const place = all.find((object) => groupKindOf(object) === '/Namespace' && nameOf(object.manifest) === installNamespace);
  const objects = all.filter((object) => object !== place);
  const modes = metadata.installModes ?? ['AllNamespaces'];
  const rolesAsPermissions = modes.includes('OwnNamespace') && !modes.includes('AllNamespaces');
  const webhooks = webhooksOf(objects);
  const access = accessOf(objects, { installNamespace, rolesAsPermissions });
  const deployments = objects.filter((object) => groupKindOf(object) === DEPLOYMENT);
  const definitions = objects.filter((object) => groupKindOf(object) === DEFINITION);
  const inServiceVersion = (object: ExportObject): boolean => {
    const identity = identityOf(object.manifest);
    return groupKindOf(object) === DEPLOYMENT || webhooks.replaced.has(identity) || access.replaced.has(identity);
  };
  const own = objects.filter((object) => !inServiceVersion(object));
  const document = serviceVersion(source, {
    ...defined({ namespace: place?.manifest }),
    deployments,
    permissions: access.permissions,
    clusterPermissions: access.clusterPermissions,
    webhooks: webhooks.definitions,
    ownedApis: ownedApis(definitions, metadata.customResourceDefinitions),
  });
  const names = fileNames(own);
  const files = {
    [`manifests/${source.packageName}.clusterserviceversion.yaml`]: stringifyYaml(document),
    ...Object.fromEntries(own.map((object, index) => [`manifests/${names[index]}`, stringifyYaml(withoutNamespace(object.manifest))])),
    ...metadataFiles('registry+v1', source, source.metadata?.properties ?? []),
  };
  const issues = [
    ...(place === undefined ? [] : [installNamespaceLeftOut(place)]),
    ...webhooks.issues,
    ...own.filter((object) => groupKindOf(object) !== DEFINITION).flatMap((object) => unsupported(object, objects)),
    ...objects.flatMap((object) => elsewhere(object, installNamespace)),
    ...deployments.flatMap(annotatedDeployment),
    ...own.flatMap((object) => tiedToNamespace(object, installNamespace)),
  ];
  const generated = { access: access.replaced, webhooks: webhooks.replaced };
  return {
    issues,
    files,
    ...(place === undefined ? {} : { leftOut: [place] }),
    isGenerated: (manifest) => generated.access.has(identityOf(manifest)) || generated.webhooks.has(identityOf(manifest)),
    differences: (own, rendered) => [
      ...differences(comparable(own, generated), comparable(rendered, generated)),
      ...(own['kind'] === 'Deployment' ? lostFromPods(own, rendered) : []),
    ],
  };
}

/** Every namespaced object goes to where the bundle is installed, whatever namespace it names. */
function withoutNamespace(manifest: JsonObject): JsonObject {
  const { namespace: _, ...metadata } = metadataOf(manifest);
  return { ...manifest, metadata };
}

/** Who installs the bundle makes its namespace before: the console of OLM as the annotation of the ClusterServiceVersion says. */
function installNamespaceLeftOut(place: ExportObject): Issue {
  const { labels = {}, annotations = {} } = metadataOf(place.manifest);
  const marks = [...Object.keys(labels ?? {}), ...Object.keys(annotations ?? {})];
  return registryIssue('export-own-namespace', { namespace: nameOf(place.manifest), marks }, placeOf(place));
}

function unsupported(object: ExportObject, objects: readonly ExportObject[]): Issue[] {
  const kind = kindOf(object);
  if (isNamespacedAddition(kind) !== undefined) return [];
  return [registryIssue('export-kind', { kind, instead: insteadOf(object, objects) }, placeOf(object))];
}

function insteadOf(object: ExportObject, objects: readonly ExportObject[]): RegistryExportIssues['export-kind']['instead'] {
  switch (groupKindOf(object)) {
    case '/Namespace':
      return { what: 'namespace' };
    case 'cert-manager.io/Certificate':
    case 'cert-manager.io/Issuer':
      return { what: 'certificate', expected: expectedCertificates(objects, kindOf(object) === 'Issuer' ? 'Issuer' : 'Certificate') };
    case 'apps/DaemonSet':
    case 'apps/StatefulSet':
    case 'batch/Job':
    case 'batch/CronJob':
      return { what: 'workload' };
    default:
      return { what: 'other' };
  }
}

function elsewhere(object: ExportObject, installNamespace: string): Issue[] {
  const namespace = namespaceOf(object);
  if (namespace === undefined || namespace === installNamespace) return [];
  return [registryIssue('export-namespace', { namespace, installNamespace }, placeOf(object, ['metadata', 'namespace']))];
}

/** The ClusterServiceVersion has name, labels and spec of a Deployment, and nothing else. */
function annotatedDeployment(object: ExportObject): Issue[] {
  const lost = Object.keys(metadataOf(object.manifest)).filter((key) => !['name', 'namespace', 'labels'].includes(key));
  return lost.map((key) => registryIssue('export-metadata', { key }, placeOf(object, ['metadata', key])));
}

/** Bindings name the namespace of their accounts: elsewhere they would be about accounts that are not there. */
function tiedToNamespace(object: ExportObject, installNamespace: string): Issue[] {
  const tied = kindOf(object).endsWith('RoleBinding') && objectsIn(object.manifest['subjects'])
    .some(({ namespace }) => namespace === installNamespace);
  if (!tied) return [];
  const data = { namespace: installNamespace, name: nameOf(object.manifest) };
  return [registryIssue('export-fixed-namespace', data, placeOf(object, ['subjects']))];
}
