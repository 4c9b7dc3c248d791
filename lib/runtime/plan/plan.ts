/**
 * What an apply would do, asked of the API server by dry run: object by object, with the fields that would really change.
 * Reads and dry runs only.
 */
import { keyOf, type KubeObject, type ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import { canonicalJson, shortHash } from '../../engine';
import { crdUpgradeInWords, type CrdUpgradeInWords } from '../../guards';
import { refuseOtherPackage } from '../../revision';
import { HeadRecord, lockState, numberOf, type ApplyOperation, type Pause, type StoredHead } from '../../state';
import { authoredChanges } from './authored-fields';
import type { FieldChange } from './field-change';
import { fieldChanges } from './field-diff';
import { readOrListMissing } from '../run/permission-guard';
import { type GatedUpgrade, gatedUpgrade } from '../run/upgrade-gate-guard';
import type { Adopting, OperationOptions, RefusalOptions } from '../options';
import { type BeforeIt, NOTHING_BEFORE, stillComing } from './before-it';
import { examine } from './examine';
import { warningsOf, webhookWarnings, type PlanWarning } from './plan-warnings';
import type { PlannedObject, PlannedPhase } from './planned-object';
import type { PlannedRemoval } from './planned-removal';
import { pausedGuards, planGuards } from '../operations/apply-guards';
import { otherContent, type OtherContent } from '../operations/other-content';
import { pauseOf } from '../operations/pause-of';
import { refuseUnfit } from '../operations/refusals';

export interface PlanOptions extends OperationOptions, RefusalOptions {
  /** What holds data may go. @default false */
  readonly deleteData?: boolean;
  /** Objects that have to go are let go of instead. @default false */
  readonly orphan?: boolean;
  /** What is applied before it and brings what it needs. @default nothing */
  readonly before?: BeforeIt;
  /** See `WriteOptions.adopting`. @default the objects are brought up */
  readonly adopting?: Adopting;
}

export interface Plan {
  readonly extension: string;
  /** Number that the revision has or would get. */
  readonly revision: number;
  readonly version?: string;
  /** A revision would be recorded: the content is not that of the newest one. */
  readonly newRevision: boolean;
  /** The newest revision on record; absent when the extension is not installed. */
  readonly current?: { readonly revision: number; readonly version?: string };
  /** The extension or the revision is paused: an apply would write nothing. */
  readonly paused: boolean;
  /** Present when it is the extension that is paused: since when, by whom, why. */
  readonly pause?: Pause;
  /** Who works on the extension at the moment, or was cut off while doing so. */
  readonly lock?: { readonly holder: string; readonly purpose: string; readonly since: string; readonly state: 'held' | 'expired' };
  /** In the order in which they would be applied. */
  readonly phases: readonly PlannedPhase[];
  /** In the order in which they would go, after all phases. */
  readonly removals: readonly PlannedRemoval[];
  readonly warnings: readonly PlanWarning[];
  /** CustomResourceDefinitions that would change in a way that may break something: each with its issues, waived ones among them. */
  readonly crdUpgrades: readonly CrdUpgradeInWords[];
  /** One of these issues is an error: an apply would stop before it writes anything. */
  readonly crdRefused: boolean;
  /** What is installed lets no upgrade happen now, so an apply would be refused; absent also while it is paused. */
  readonly gated?: GatedUpgrade;
  /** It seems to be another extension than the one that is installed under the name, so an apply would be refused (`guessedName`). */
  readonly otherContent?: OtherContent;
  /** Namespaces that would be made (`createNamespace`); absent when there are none. */
  readonly newNamespaces?: readonly string[];
  /** Something would be written. */
  readonly changes: boolean;
  /** An apply would delete data without being asked to, so it would stop. */
  readonly dataLoss: boolean;
  /** Why not everything could be looked at. */
  readonly incomplete?: string;
  /** The API server did not answer: what was said last. */
  readonly unreachable?: string;
  /** Equal digests: the same would be done. Secrets went into it, so it is for comparing within a process and not for showing. */
  readonly digest: string;
}

/**
 * @throws BoxcutterError categories `input` (`namespace-not-found`, `package-differs` and `state-too-large` among them) and `server`;
 *   collisions, refusals and issues of definitions are part of the plan
 */
export async function planRevision(revision: ResolvedRevision, options: PlanOptions): Promise<Plan> {
  const { cluster } = options;
  refuseUnfit(revision, options);
  const record = await readOrListMissing(() => HeadRecord.read(revision.extension, options), revision.extension, options, revision);
  const { head } = record;
  refuseOtherPackage(revision, head, options);
  const { numbered, same } = numberOf(revision, head);
  const pause = pauseOf(head, revision);
  const operation: ApplyOperation = { intent: 'apply', revision: numbered, again: same };
  const before = await stillComing(revision, options.before ?? NOTHING_BEFORE, cluster);
  const asked = { ...options, comingNamespaces: new Set(before.namespaces.keys()) };
  const guards = pause.paused ? pausedGuards(record, asked, pause) : planGuards(record, asked);
  const gated = pause.paused ? undefined : await gatedUpgrade(operation, record, cluster, options);
  const { adopting } = options;
  const owned = adopting === undefined ? {} : { seen: adopting.seen, owning: { takeOverManagers: adopting.managers } };
  const examined = await examine(operation, { record, guards, before }, { ...options, ...owned, comingKinds: [...before.kinds.keys()] });
  const { state, built, comparisons, coming, isOver, phases, removals, losses, replaced, crdUpgrades } = examined;
  const objects = phases.flatMap((phase) => phase.objects);
  const webhooks = !isOver ? [] : await webhookWarnings([...built.desired.values()], cluster);
  const newest = head?.revisions[0];
  const isWork = ({ action, paused }: PlannedObject): boolean => action !== 'unchanged' && action !== 'release' && paused !== true;
  const work = objects.some(isWork) || removals.some(({ action }) => action !== 'gone');
  const actions = [...objects, ...removals].map(({ ref, action }) => [keyOf(ref), action]);
  const replacedKeys = new Set(objects.flatMap(({ ref, action }) => (action === 'replace' ? [keyOf(ref)] : [])));
  // The actions say what is made anew, whether it could be asked about already or not.
  const changed = [...comparisons.values()].flatMap(({ key, live, wouldBe }) =>
    (live === undefined ? [] : [[key, changesOf(replacedKeys.has(key), live, wouldBe)] as const]));
  // Examples are only some of many: kinds and counts say what would go.
  const lost = [...losses, ...replaced].map(({ ref, contents }) => [keyOf(ref), contents.map(({ kind, count }) => [kind, count])]);
  const written = changed.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    extension: revision.extension,
    revision: numbered.number,
    ...defined({ version: revision.version }),
    newRevision: !same,
    ...(newest === undefined ? {} : { current: { revision: newest.number, ...defined({ version: newest.version }) } }),
    ...pause,
    ...lockOf(record.stored),
    phases,
    removals,
    warnings: [...warningsOf(objects), ...webhooks],
    crdUpgrades: crdUpgrades.map(crdUpgradeInWords),
    crdRefused: crdUpgrades.some(({ issues }) => issues.some(({ severity }) => severity === 'error')),
    ...defined({ gated, otherContent: otherContent(revision, head, options) }),
    ...newNamespaces(coming, before),
    changes: work || !same,
    dataLoss: options.deleteData !== true && [...objects, ...removals].some(({ loss }) => loss !== undefined),
    ...defined({ incomplete: state.stopping, unreachable: state.unreachable }),
    digest: shortHash(canonicalJson([numbered.number, revision.digest, actions, written, lost])),
  };
}

/** Those that this apply would make. */
function newNamespaces(coming: readonly string[], { namespaces }: BeforeIt): Pick<Plan, 'newNamespaces'> {
  const made = coming.filter((name) => !namespaces.has(name));
  return made.length === 0 ? {} : { newNamespaces: made };
}

function changesOf(isReplaced: boolean, live: KubeObject, wouldBe: KubeObject): readonly FieldChange[] {
  const changes = fieldChanges(live, wouldBe);
  return isReplaced ? authoredChanges(changes, live, wouldBe) : changes;
}

function lockOf(stored: StoredHead | undefined): Pick<Plan, 'lock'> {
  const state = lockState(stored);
  if (state.type !== 'held' && state.type !== 'expired') return {};
  const { holder, purpose, since } = state.lock;
  return { lock: { holder, purpose, since, state: state.type } };
}
