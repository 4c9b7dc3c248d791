/**
 * Brings back the content of the installed revision as a new one: no catalog and no registry is needed for it. Definitions never go back
 * silently: where that would break something, they stay as the failed revision has them, and the marker of the revision names them.
 */
import {
  isDefinition, type KubeObject, type ObjectRef, type RevisionManifest, type RevisionObject, SYSTEM_NAMESPACE,
} from '../../../api';
import { BoxcutterError } from '../../../errors';
import { checkCrdUpgrades, formatCrdIssue } from '../../../guards';
import type { KubeLane } from '../../../kube';
import { resolveRevision } from '../../../revision';
import { rollbackAnnotation, type RollbackMarker } from '../../../state';
import { type EventRecorder, type Log, type ResourceCache, type Target, wordsOfAnswer } from '../../process';
import type { LiveExtension, LiveRevision, RevisionFacts, RevisionStates } from '../revision-facts';
import { writeRevision } from '../write-revision';
import { shortValue } from '../short-value';
import { copyOf } from './copy';
import { type FailureFacts, keptText } from './decide';

export interface RollbackPlace {
  readonly cluster: Pick<KubeLane, 'create' | 'get' | 'patch'>;
  readonly target: Target;
  readonly revisions: ResourceCache<LiveRevision>;
  readonly log: Log;
  readonly events: EventRecorder;
}

/** @throws BoxcutterError `rollback-content` (server): the content of a revision cannot be had; as `writeRevision` */
export async function rollBack(
  extension: LiveExtension, { all }: RevisionStates, { failed, good, marker }: FailureFacts, place: RollbackPlace,
): Promise<void> {
  const [earlier, later] = [await contentOf(good, place.cluster), await contentOf(failed, place.cluster)];
  const { kept, wouldBreak } = await definitionsToKeep(extension, earlier, later, marker, place.target);
  const marked: RollbackMarker = kept.length === 0 || marker.failed === undefined ? marker
    : { ...marker, failed: { ...marker.failed, keptDefinitions: kept.map(({ name }) => name), wouldBreak } };
  const number = (all.at(-1)?.number ?? 0) + 1;
  const previous = all.filter(({ lifecycleState, isLeaving }) => lifecycleState !== 'Archived' && !isLeaving)
    .map(({ name, uid }) => ({ name, uid }));
  const swapped = new Map(kept.flatMap(({ name, entry, isNew }) => (isNew ? [] : [[name, entry] as const])));
  const written = await writeRevision(place.cluster, extension, copyOf({
    from: earlier.manifest, number, previous, secrets: [...earlier.secrets, ...later.secrets],
    annotations: rollbackAnnotation(marked),
    replace: (entry, phase, index) => {
      const object = earlier.objects[phase]?.[index];
      return (object !== undefined && isDefinition(object) ? swapped.get(object.metadata.name ?? '') : undefined) ?? entry;
    },
    added: kept.flatMap(({ entry, isNew }) => (isNew ? [entry] : [])),
  }));
  place.revisions.note(written);
  const { version, reason } = { version: '', reason: '', ...marker.failed };
  const note = `Revision ${failed.number} (version ${version}) failed (${reason}). Revision ${number} brings back version `
    + `${good.bundle.version} as revision ${good.number} had it.${keptText(marked.failed ?? {})}`;
  place.log.warn({ extension: extension.metadata.name, revision: written.metadata.name }, note);
  place.events.record(extension, { type: 'Warning', reason: 'RolledBack', action: 'Rollback', note, isRare: true });
}

interface Content {
  readonly manifest: RevisionManifest;
  readonly secrets: readonly KubeObject[];
  /** In the places of their entries. */
  readonly objects: readonly (readonly KubeObject[])[];
}

async function contentOf({ name }: RevisionFacts, cluster: Pick<KubeLane, 'get'>): Promise<Content> {
  const manifest = await required(cluster, { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', name });
  const { spec } = manifest as unknown as RevisionManifest;
  const names = new Map(spec.phases.flatMap(({ objects }) => objects).flatMap(({ ref }) => {
    if (ref === undefined) return [];
    const namespace = ref.namespace || SYSTEM_NAMESPACE;
    return [[`${namespace}/${ref.name}`, { apiVersion: 'v1', kind: 'Secret', namespace, name: ref.name }] as const];
  }));
  const secrets = await Promise.all([...names.values()].map((ref) => required(cluster, ref)));
  const resolved = resolveRevision(manifest as unknown as RevisionManifest, secrets);
  return {
    manifest: manifest as unknown as RevisionManifest, secrets,
    objects: resolved.phases.map(({ objects }) => objects.map(({ object }) => object)),
  };
}

async function required(cluster: Pick<KubeLane, 'get'>, ref: ObjectRef): Promise<KubeObject> {
  const answer = await cluster.get(ref);
  if (answer.type === 'object') return answer.object;
  const why = wordsOfAnswer(answer, 'it is gone');
  throw new BoxcutterError('rollback-content', 'server', `${ref.kind} ${ref.name}, which is needed to go back, could not be read: ${why}`, {
    hint: 'To go back to a version that a catalog has: spec.source.catalog.version, with upgradeConstraintPolicy SelfCertified.',
  });
}

interface Kept {
  readonly name: string;
  readonly entry: RevisionObject;
  /** The earlier revision has no such definition. */
  readonly isNew: boolean;
}

/** All definitions of the failed revision, as soon as one of them would not go back without harm: they belong together. */
async function definitionsToKeep(
  { spec: { install } }: LiveExtension, earlier: Content, later: Content, { failed }: RollbackMarker, { cluster }: Target,
): Promise<{ readonly kept: readonly Kept[]; readonly wouldBreak: readonly string[] }> {
  if (install?.preflight?.crdUpgradeSafety?.enforcement === 'None') return { kept: [], wouldBreak: [] };
  const going = earlier.objects.flat();
  const upgrades = await checkCrdUpgrades(going, cluster);
  // What is late goes on until another revision has its place, so what it has not written yet may be there by then.
  const coming = failed?.reason === 'ProgressDeadlineExceeded' ? await checkCrdUpgrades(going, asWritten(later, cluster)) : [];
  const broken = [...new Set([...upgrades, ...coming].flatMap(({ crd, issues }) => (
    issues.filter(({ severity }) => severity === 'error').map((issue) => shortValue(`${crd}: ${formatCrdIssue(issue)}`))
  )))];
  if (broken.length === 0) return { kept: [], wouldBreak: [] };
  const before = new Set(earlier.objects.flat().filter(isDefinition).map(({ metadata }) => metadata.name));
  const kept = later.objects.flatMap((objects, phase) => objects.flatMap((object, index): readonly Kept[] => {
    const entry = later.manifest.spec.phases[phase]?.objects[index];
    const { name = '' } = object.metadata;
    return entry === undefined || !isDefinition(object) ? [] : [{ name, entry, isNew: !before.has(name) }];
  }));
  const more = broken.length - MOST_TOLD;
  return { kept, wouldBreak: [...broken.slice(0, MOST_TOLD), ...(more > 0 ? [`and ${more} more`] : [])] };
}

/** The cluster as if all definitions of a content were written. */
function asWritten({ objects }: Content, cluster: Target['cluster']): Parameters<typeof checkCrdUpgrades>[1] {
  const definitions = new Map(objects.flat().filter(isDefinition).map((object) => [object.metadata.name, object]));
  return {
    get: async ({ name }) => {
      const object = definitions.get(name);
      return object === undefined ? { type: 'gone' } : { type: 'object', object, created: false };
    },
    list: (...args) => cluster.list(...args),
  };
}

/** Of what would break: a condition and an Event are to be read. */
const MOST_TOLD = 3;
