/**
 * From a resolved revision and what earlier runs recorded to the task of a run.
 */
import {
  definedGroupKind, groupKindOf, groupOf, isFadingJob, keyOf, policyOfKind, refOf, type KubeObject, type ObjectRef, type ReplacementPolicy,
  type ResolvedRevision,
} from '../../api';
import { defined } from '../../defined';
import { needsWatching } from '../../probes';
import {
  isFailure, settledOf, type Entry, type Item, type ObjectAction, type ObjectRecord, type Preflight, type Removal, type Task,
} from '../core';
import { canonicalJson, shortHash } from '../fields';
import { stampOwner, type OwnerContext } from '../ownership';
import { refuseUnknownPolicies, refuseUnknownReplacement } from './policies';

/** One object that earlier runs applied, or were about to apply. */
export interface InventoryEntry extends ObjectRecord {
  readonly ref: ObjectRef;
  /** Position and name of its phase then: what has to go, goes in reverse. */
  readonly order: number;
  readonly phase: string;
  /** When it has to go, it is let go and lives on (`ResolvedObject.orphan`). */
  readonly orphan?: true;
}

export interface BuildOptions {
  readonly context: OwnerContext;
  readonly inventory: readonly InventoryEntry[];
  /** @default 'new-content' */
  readonly preflight?: Preflight;
  /** Decide, and write nothing. @default false */
  readonly dryRun?: boolean;
  /** @default true */
  readonly wait?: boolean;
  readonly labelSelector: string;
  /** See `Task.streams`. @default 'narrow' */
  readonly streams?: 'narrow' | 'shared';
  /** See `Task.ungated`. @default false */
  readonly ungated?: boolean;
  /** Let objects live that have to go. @default none */
  readonly orphan?: (ref: ObjectRef) => boolean;
  /** Objects that are made anew where they cannot be changed in place, whatever the revision says. @default none */
  readonly replace?: (ref: ObjectRef) => boolean;
  /** Namespaces that do not exist and will before the first write: what goes there cannot be asked about yet. @default none */
  readonly coming?: readonly string[];
  /** The same of kinds, as `groupKindOf` names them. @default none */
  readonly comingKinds?: readonly string[];
}

export interface Built {
  readonly task: Task;
  /** Desired objects with our mark, by key. */
  readonly desired: ReadonlyMap<string, KubeObject>;
}

/**
 * The task that brings a revision onto the cluster and removes what only former content had.
 * @throws BoxcutterError `policy-unknown` (input)
 */
export function buildRollout(revision: ResolvedRevision, options: BuildOptions): Built {
  const records = new Map(options.inventory.map((entry) => [keyOf(entry.ref), entry]));
  const desired = new Map<string, KubeObject>();
  const items: Item[] = [];
  revision.phases.forEach((phase, index) => {
    for (const { object, collisionProtection, replacementPolicy, paused = false, orphan = false } of phase.objects) {
      const stamped = stampOwner(object, options.context, revision.number);
      const ref = refOf(object);
      const key = keyOf(ref);
      desired.set(key, stamped);
      items.push({
        key,
        ref,
        phase: index,
        protection: collisionProtection,
        desired: shortHash(canonicalJson(stamped)),
        watched: needsWatching(ref, revision.probes),
        dependent: false,
        brought: false,
        ...(replaces(ref, replacementPolicy, options) ? { replaces: true } : {}),
        ...(isFadingJob(object) ? { fades: true } : {}),
        ...(paused ? { paused: true } : {}),
        ...(orphan ? { orphan: true } : {}),
        ...orphanOnRecord(records.get(key)),
        ...recordOf(records.get(key)),
      });
    }
  });
  const dependents = markDependents(items, desired, options);
  const removals = removalsOf(options.inventory.filter(({ ref }) => !desired.has(keyOf(ref))), options);
  const phases = revision.phases.map(({ name }) => name);
  const admission = admissionOf([...desired.values()]);
  const task = { ...taskOf(revision.number, phases, dependents, removals, options), ...(admission.length === 0 ? {} : { admission }) };
  refuseUnknownPolicies(task);
  const { progressDeadlineMinutes: minutes } = revision;
  return { task: minutes === undefined ? task : { ...task, progressDeadlineMs: minutes * 60_000 }, desired };
}

function replaces(ref: ObjectRef, policy: ReplacementPolicy = policyOfKind(ref), { replace = () => false }: BuildOptions): boolean {
  refuseUnknownReplacement(ref, policy);
  return policy === 'Recreate' || replace(ref);
}

/** What decides about objects: as a refusal names it. */
function admissionOf(objects: readonly KubeObject[]): readonly string[] {
  return objects.filter(({ apiVersion }) => groupOf(apiVersion) === 'admissionregistration.k8s.io').flatMap((object) => {
    const { webhooks = [] } = object as { readonly webhooks?: readonly { readonly name?: string }[] };
    return object.kind === 'ValidatingAdmissionPolicy' ? [object.metadata.name ?? ''] : webhooks.flatMap(({ name }) => name ?? []);
  });
}

/** The task that removes everything in reverse order. */
export function buildTeardown(revision: number, options: BuildOptions): Built {
  return { task: taskOf(revision, [], [], removalsOf(options.inventory, options), options), desired: new Map() };
}

function taskOf(
  revision: number, phases: readonly string[], items: readonly Item[], removals: readonly Removal[], options: BuildOptions,
): Task {
  const { context, preflight = 'new-content', dryRun = false, wait = true, labelSelector, streams = 'narrow', ungated = false } = options;
  return {
    revision, phases, items, removals, owned: context.owner !== undefined, preflight, dryRun, wait, labelSelector, streams,
    ...(ungated ? { ungated } : {}),
  };
}

function recordOf(entry: InventoryEntry | undefined): { record?: ObjectRecord } {
  if (entry === undefined) return {};
  const { ref: _ref, order: _order, phase: _phase, orphan: _orphan, ...record } = entry;
  return { record };
}

function orphanOnRecord(entry: InventoryEntry | undefined): { orphanOnRecord?: true } {
  return entry?.orphan === true ? { orphanOnRecord: true } : {};
}

function removalsOf(entries: readonly InventoryEntry[], { orphan = () => false }: BuildOptions): readonly Removal[] {
  const removals = entries.map((entry) => {
    const { ref, order, phase } = entry;
    const lives = { orphan: entry.orphan === true || orphan(ref), ...orphanOnRecord(entry) };
    return { key: keyOf(ref), ref, order, phase, ...lives, ...recordOf(entry) };
  });
  return removals.sort((a, b) => b.order - a.order);
}

/**
 * What an object needs of its own revision. Objects whose namespace is new, or whose CRD is new or changed, cannot be asked about
 * before those are there.
 */
function markDependents(
  items: readonly Item[], desired: ReadonlyMap<string, KubeObject>, { coming = [], comingKinds = [] }: BuildOptions,
): readonly Item[] {
  interface Bringer {
    readonly key: string;
    readonly phase: number;
    /** New or changed. */
    readonly fresh: boolean;
  }
  /** Namespaces and `group/Kind`s of the revision. */
  const before: Bringer = { key: '', phase: -1, fresh: true };
  const namespaces = new Map(coming.map((name) => [name, before]));
  const kinds = new Map(comingKinds.map((kind) => [kind, before]));
  for (const { key, ref, record, phase, desired: digest } of items) {
    if (ref.kind === 'Namespace' && ref.apiVersion === 'v1') namespaces.set(ref.name, { key, phase, fresh: record?.uid === undefined });
    const object = desired.get(key);
    const id = object && definedGroupKind(object);
    if (id !== undefined) kinds.set(id, { key, phase, fresh: record?.desired !== digest });
  }
  const isAdmitting = [...desired.values()].some(decidesAboutOthers);
  return items.map((item) => {
    const needs = [
      namespaces.get(item.ref.namespace ?? ''),
      kinds.get(groupKindOf(item.ref)),
    ].filter((need) => need !== undefined);
    const fresh = needs.filter((need) => need.fresh);
    const after = fresh.filter(({ phase }) => phase === item.phase).map(({ key }) => key);
    const isAskedAhead = !isAdmitting && fresh.length > 0 && after.length === 0;
    const opensWith = isAskedAhead ? Math.max(...fresh.map(({ phase }) => phase)) : undefined;
    const marks = defined({ after: after.length === 0 ? undefined : after, opensWith });
    return { ...item, dependent: fresh.length > 0, brought: needs.length > 0, ...marks };
  });
}

/**
 * The server may refuse with it what it accepted before, or ask something that an earlier phase has yet to bring up: a webhook, a policy,
 * a quota, the conversion of a kind.
 */
function decidesAboutOthers({ apiVersion, kind, ...object }: KubeObject): boolean {
  if (groupOf(apiVersion) === 'admissionregistration.k8s.io') return true;
  if (apiVersion === 'v1') return kind === 'ResourceQuota' || kind === 'LimitRange';
  const { spec } = object as { readonly spec?: { readonly conversion?: { readonly strategy?: string } } };
  return kind === 'CustomResourceDefinition' && spec?.conversion?.strategy === 'Webhook';
}

/** What a run knows of each object, by key. */
interface Entries {
  get(key: string): Pick<Entry, 'record' | 'progress'> | undefined;
}

/** What to remember after a run: every object of the revision that is or may be ours, and what still has to go. */
export function inventoryOf(task: Task, entries: Entries): readonly InventoryEntry[] {
  const kept = task.items.flatMap((item): InventoryEntry[] => {
    const entry = entries.get(item.key);
    const record = entry?.record;
    const settled = settledOf(entry);
    // A failure may follow a write whose answer was lost: only what another controller surely has is forgotten.
    if (record === undefined && (settled?.action === 'Collision' || settled?.action === 'Released')) return [];
    const orphan = item.orphan ?? (isApplied(settled) ? undefined : item.orphanOnRecord);
    return [{ ref: item.ref, order: item.phase, phase: task.phases[item.phase] ?? '', ...record, ...orphanOf(orphan) }];
  });
  const left = task.removals.flatMap((removal): InventoryEntry[] => {
    const action = settledOf(entries.get(removal.key))?.action;
    const gone = action === 'Deleted' || action === 'Released' || action === 'Orphaned';
    return gone ? [] : [{
      ref: removal.ref,
      order: removal.order,
      phase: removal.phase,
      ...removal.record,
      ...orphanOf(removal.orphanOnRecord),
    }];
  });
  return [...kept, ...left];
}

/** It has the content of this revision. */
function isApplied(action: ObjectAction | undefined): boolean {
  return action !== undefined && !isFailure(action) && action.action !== 'Waiting';
}

function orphanOf(orphan: true | undefined): { orphan?: true } {
  return orphan === undefined ? {} : { orphan };
}
