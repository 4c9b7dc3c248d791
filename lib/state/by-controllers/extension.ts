/** An extension that the controllers run, in the same form as one of the command: as a head. Pure. */
import {
  ANNOTATION_BUNDLE_NAME, ANNOTATION_BUNDLE_REFERENCE, ANNOTATION_BUNDLE_RELEASE, ANNOTATION_BUNDLE_VERSION, ANNOTATION_PACKAGE_NAME,
  asObject, type Condition, type InstalledBundle, type JsonObject, type KubeObject, type PendingUpgradeSpec, refOf, type RevisionPhase,
  type RevisionSpec,
} from '../../api';
import { canonicalJson, sha256 } from '../../api/canonical-json';
import { defined } from '../../defined';
import type { Head, RevisionRecord, StoredHead } from '../head';
import { approvalOf } from './approval';
import type { Controlled, ControlledRevision, ControlledUpgrade } from './controlled';
import { extensionOfRevision, siblingsOf } from './lineage';
import { rollbackMarkerOf } from './rollback-marker';

/** A head that stands for objects of the controllers; nobody writes it. */
export type ControlledHead = StoredHead & { readonly controlled: Controlled };

/** Undefined: it is no rollout. */
export function controlledRevision(object: KubeObject): ControlledRevision | undefined {
  const spec = asObject(object['spec']) as Partial<RevisionSpec> | undefined;
  if (spec?.phases === undefined || spec.revision === undefined) return undefined;
  const { name = '', uid = '', labels = {}, annotations, ownerReferences = [], deletionTimestamp } = object.metadata;
  const controller = ownerReferences.find((owner) => owner.controller === true)?.uid;
  // Whoever makes one by hand may write anything there.
  const approval = controller === undefined ? undefined : approvalOf(annotations);
  return {
    name,
    uid,
    extension: extensionOfRevision(labels, name),
    previous: spec.previous ?? [],
    number: spec.revision,
    state: spec.lifecycleState ?? 'Active',
    deleting: deletionTimestamp !== undefined,
    conditions: conditionsOf(object),
    object: object as ControlledRevision['object'],
    ...defined({ controller, approval }),
  };
}

/** Every extension among these: each ClusterExtension, and each family of revisions that were made by hand. By name. */
export function controlledHeads(extensions: readonly KubeObject[], objects: readonly KubeObject[]): readonly ControlledHead[] {
  const revisions = objects.flatMap((object) => controlledRevision(object) ?? []);
  const heads = extensions.map((cluster) => (
    headOf(revisions.filter(({ controller }) => controller === cluster.metadata.uid), cluster, upgradesOf(cluster, objects))
  ));
  const left = new Set(revisions.filter(({ controller }) => controller === undefined));
  for (const revision of left) {
    const family = [revision, ...siblingsOf(revision, left)];
    for (const one of family) left.delete(one);
    heads.push(headOf(family));
  }
  return heads.sort((a, b) => (a.head.extension < b.head.extension ? -1 : a.head.extension > b.head.extension ? 1 : 0));
}

function headOf(
  family: readonly ControlledRevision[], cluster?: KubeObject, pending: readonly ControlledUpgrade[] = [],
): ControlledHead {
  const revisions = [...family].sort((a, b) => b.number - a.number);
  const [newest] = revisions;
  const itself = cluster ?? newest?.object;
  const { uid = '', resourceVersion = '', name = '', deletionTimestamp } = itself?.metadata ?? {};
  const packageName = newest?.object.metadata.annotations?.[ANNOTATION_PACKAGE_NAME] ?? packageOf(cluster);
  const head: Head = {
    extension: cluster === undefined ? newest?.extension ?? name : name,
    revisions: revisions.map((revision) => recordOf(revision)),
    inventory: [],
    ...defined({ packageName: packageName || undefined }),
    ...((deletionTimestamp ?? newest?.object.metadata.deletionTimestamp) === undefined ? {} : { deleting: true }),
  };
  const said = [cluster, newest?.object].flatMap((object) => (object === undefined ? [] : [
    { by: `${object.kind} ${object.metadata.name}`, conditions: conditionsOf(object) },
  ]));
  const ref = itself === undefined ? { apiVersion: '', kind: '', name } : refOf(itself);
  const phases = newest?.object.spec.phases ?? [];
  const controlled: Controlled = {
    revisions,
    said,
    pending,
    objects: phases.reduce((sum, { objects }) => sum + objects.length, 0),
    namespaces: namespacesOf(cluster, phases),
    ...defined({ cluster }),
  };
  return { head, uid, resourceVersion, ref, controlled };
}

/** What it does not control is none of its upgrades, whatever it says. */
function upgradesOf({ metadata: { uid } }: KubeObject, objects: readonly KubeObject[]): readonly ControlledUpgrade[] {
  return objects.flatMap((object) => {
    const { name = '', ownerReferences = [] } = object.metadata;
    const { clusterExtensionRef, version, approved } = (asObject(object['spec']) ?? {}) as Partial<PendingUpgradeSpec>;
    const isIts = ownerReferences.some((owner) => owner.controller === true && owner.uid === uid);
    if (!isIts || clusterExtensionRef === undefined || version === undefined) return [];
    return [{ name, version, approved: approved === true, conditions: conditionsOf(object) }];
  });
}

function recordOf({ number, conditions, controller, object: { metadata, spec } }: ControlledRevision): RevisionRecord {
  const { annotations = {}, creationTimestamp = '', managedFields = [] } = metadata;
  const succeeded = conditions.find(({ type, status }) => type === 'Succeeded' && status === 'True');
  const by = controller === undefined ? managedFields[0]?.manager : 'controller';
  const content = { phases: spec.phases, probes: spec.progressionProbes ?? [] } as unknown as JsonObject;
  return {
    number,
    digest: `sha256:${sha256(canonicalJson(content)).toString('hex')}`,
    at: creationTimestamp ?? '',
    ...defined({
      version: annotations[ANNOTATION_BUNDLE_VERSION] || undefined, completeAt: succeeded?.lastTransitionTime ?? undefined, by,
      bundle: bundleOf(annotations), rollbackOf: rollbackMarkerOf(annotations)?.of,
    }),
  };
}

function bundleOf(annotations: Readonly<Record<string, string>>): InstalledBundle | undefined {
  const name = annotations[ANNOTATION_BUNDLE_NAME];
  if (!name) return undefined;
  const [version, release, reference] = [ANNOTATION_BUNDLE_VERSION, ANNOTATION_BUNDLE_RELEASE, ANNOTATION_BUNDLE_REFERENCE]
    .map((key) => annotations[key] || undefined);
  return { name, properties: [], ...defined({ version, release, reference }) };
}

function packageOf(cluster: KubeObject | undefined): string | undefined {
  const found = asObject(asObject(asObject(cluster?.['spec'])?.['source'])?.['catalog'])?.['packageName'];
  return typeof found === 'string' ? found : undefined;
}

function namespacesOf(cluster: KubeObject | undefined, phases: readonly RevisionPhase[]): readonly string[] {
  const named = asObject(cluster?.['spec'])?.['namespace'];
  const objects = phases.flatMap((phase) => phase.objects);
  const found = objects.flatMap(({ object, ref }) => {
    const namespace = asObject(object?.metadata)?.['namespace'] ?? ref?.namespace;
    return typeof namespace === 'string' ? [namespace] : [];
  });
  return [...new Set([...(typeof named === 'string' ? [named] : []), ...found])];
}

function conditionsOf(object: KubeObject): readonly Condition[] {
  const conditions = asObject(object['status'])?.['conditions'];
  return Array.isArray(conditions) ? conditions as unknown as readonly Condition[] : [];
}
