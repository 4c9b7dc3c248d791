/** A package as a registry+v1 bundle: what of it goes into the ClusterServiceVersion, what stays an object, and what has no place. */
import { type JsonObject, nameOf } from '../../../api';
import { stringifyYaml } from '../../../yaml';
import type { Finding } from '../../../schema/finding';
import { isNamespacedAddition } from '../render/supported-kinds';
import { differences } from '../../export/differences';
import type { Draft } from '../../export/exporter';
import { fileNames } from '../../export/file-names';
import { metadataFiles } from '../../export/metadata-files';
import { comparable, lostFromPods } from './comparable';
import { ownedApis } from './owned-apis';
import { groupKindOf, identityOf, kindOf, metadataOf, namespaceOf, objectsIn, refusal } from '../../export/parts';
import { accessOf } from './rbac';
import { serviceVersion } from './service-version';
import type { ExportContent, ExportObject } from '../../export/source';
import { expectedCertificates, webhooksOf } from './webhooks';

const DEPLOYMENT = 'apps/Deployment';
const DEFINITION = 'apiextensions.k8s.io/CustomResourceDefinition';

export function draftRegistryV1(objects: readonly ExportObject[], source: ExportContent): Draft {
  const { installNamespace, metadata = {} } = source;
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
  const findings = [
    ...webhooks.findings,
    ...own.filter((object) => groupKindOf(object) !== DEFINITION).flatMap((object) => unsupported(object, objects)),
    ...objects.flatMap((object) => elsewhere(object, installNamespace)),
    ...deployments.flatMap(annotatedDeployment),
    ...own.flatMap((object) => tiedToNamespace(object, installNamespace)),
  ];
  const generated = { access: access.replaced, webhooks: webhooks.replaced };
  return {
    findings,
    files,
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

function unsupported(object: ExportObject, objects: readonly ExportObject[]): Finding[] {
  const kind = kindOf(object);
  if (isNamespacedAddition(kind) !== undefined) return [];
  return [refusal('export-kind', object, `a registry+v1 bundle cannot hold a ${kind}`, hintFor(object, objects))];
}

function hintFor(object: ExportObject, objects: readonly ExportObject[]): string {
  const plain = 'or export the package as plain+v0, which takes every kind';
  switch (groupKindOf(object)) {
    case '/Namespace':
      return `The namespace is there before the bundle is installed: declare it beside the package (in the revision, not in build()), ${plain}.`;
    case 'cert-manager.io/Certificate':
    case 'cert-manager.io/Issuer': {
      const names = expectedCertificates(objects, kindOf(object) === 'Issuer' ? 'Issuer' : 'Certificate');
      return `Certificates of webhooks are generated: call it ${names.map((name) => `"${name}"`).join(' or ') || '"<deployment>-service-cert"'} to have it recognised, leave it out, ${plain}.`;
    }
    case 'apps/DaemonSet':
    case 'apps/StatefulSet':
    case 'batch/Job':
    case 'batch/CronJob':
      return `Workloads of such a bundle are Deployments: make it one, let the operator create it, ${plain}.`;
    default:
      return `Leave it out, let the operator create it, ${plain}.`;
  }
}

function elsewhere(object: ExportObject, installNamespace: string): Finding[] {
  const namespace = namespaceOf(object);
  if (namespace === undefined || namespace === installNamespace) return [];
  const message = `the object lives in namespace "${namespace}", and a registry+v1 bundle puts everything into the one that it is installed in ("${installNamespace}")`;
  return [refusal('export-namespace', object, message, 'Declare it in the install namespace, or export the package as plain+v0.', 'metadata.namespace')];
}

/** The ClusterServiceVersion has name, labels and spec of a Deployment, and nothing else. */
function annotatedDeployment(object: ExportObject): Finding[] {
  const lost = Object.keys(metadataOf(object.manifest)).filter((key) => !['name', 'namespace', 'labels'].includes(key));
  return lost.map((key) => refusal('export-metadata', object, `registry+v1 has no place for the ${key} of a Deployment`, 'Put annotations on the pods (spec.template.metadata), or export the package as plain+v0.', `metadata.${key}`));
}

/** Bindings name the namespace of their accounts: elsewhere they would be about accounts that are not there. */
function tiedToNamespace(object: ExportObject, installNamespace: string): Finding[] {
  const tied = kindOf(object).endsWith('RoleBinding') && objectsIn(object.manifest['subjects']).some(({ namespace }) => namespace === installNamespace);
  if (!tied) return [];
  const message = `the binding is about a service account in namespace "${installNamespace}", so the bundle works only when it is installed there`;
  const hint = `The bundle suggests that namespace to those who install it. ${nameOf(object.manifest)} stays an object because nothing in a ClusterServiceVersion gives exactly its rights (docs/package-export.md).`;
  return [{ ...refusal('export-fixed-namespace', object, message, hint, 'subjects'), severity: 'warning' }];
}
