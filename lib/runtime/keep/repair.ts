/**
 * Putting right what is wrong with one extension: look first, then write under its lock with the engine. What is not wrong is left alone.
 */
import { displayName, keyOf, refOf, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import { collisionReason, failureHint, failureReason, type FailureCause, type ObjectResult, type ObjectView } from '../../engine';
import { viewsOf } from '../../engine/internal';
import { BoxcutterError, LIBRARY_WORDS, type HintWords } from '../../errors';
import type { KubeCluster } from '../../kube';
import { formatCrdIssue, formatStored, type CrdUpgrade } from '../../guards';
import {
  HeadRecord, lockState, mayBeTaken, readHead, type ContentCache, type RepairOperation, type StateKeyPlace, type StoredHead,
} from '../../state';
import { thisMachine } from '../../state/machine';
import { inAnyVersion } from '../any-version';
import { applyRevision } from '../operations/apply';
import { unsafeRepairs, type CrdSafety } from '../run/crd-safety';
import { dataLossGuard, runOperation } from '../run';
import type { ExtensionRef } from './events';
import { untrustedRepairs } from './untrusted-repairs';

export interface RepairOptions extends ExtensionRef {
  readonly cluster: KubeCluster;
  readonly signal: AbortSignal;
  /** Break an expired lock. */
  readonly breakLock: boolean;
  readonly crdSafety?: CrdSafety | undefined;
  /** How the words for what was not repaired name options. @default as the library does */
  readonly words?: HintWords | undefined;
  /** Contents that earlier repairs have read. @default none */
  readonly contents?: ContentCache | undefined;
  readonly stateKey?: StateKeyPlace | undefined;
  readonly trustState?: boolean | undefined;
  readonly vouchedDigests?: readonly string[] | undefined;
}

/** What a live read says of an object, or a stream: undefined, there is none, and a read has said so. */
export type Live = ReadonlyMap<string, KubeObject | undefined>;

/** What is there now: the head, and the objects that are in doubt. */
export interface Look {
  /** Undefined: the extension is gone. */
  readonly stored: StoredHead | undefined;
  readonly live: Live;
}

/** What streams have shown already, and need not be read. */
export interface Known {
  /** Undefined: it is read. */
  readonly stored: StoredHead | undefined;
  /** By key; those that are missing are read. */
  readonly objects: ReadonlyMap<string, KubeObject>;
}

export const NOTHING_KNOWN: Known = { stored: undefined, objects: new Map() };

/**
 * One live read for each object, and one of the head, where they are not known.
 * @throws BoxcutterError when something could not be read
 */
export async function look(
  refs: readonly ObjectRef[], { cluster, extension, stateNamespace }: RepairOptions, known: Known = NOTHING_KNOWN,
): Promise<Look> {
  const reader = inAnyVersion(cluster);
  const [stored, ...objects] = await Promise.all([
    known.stored ?? readHead(cluster, extension, stateNamespace),
    ...refs.map(async (ref): Promise<readonly [string, KubeObject | undefined]> => {
      const object = known.objects.get(keyOf(ref));
      if (object !== undefined) return [keyOf(ref), object];
      const answer = await reader.get(ref);
      if (answer.type === 'object') return [keyOf(ref), answer.object];
      if (answer.type === 'gone' || answer.type === 'unserved') return [keyOf(ref), undefined];
      const why = answer.type === 'refused' ? answer.status.message : answer.message;
      throw new BoxcutterError('server-failed', 'server', `${ref.kind} ${ref.name} could not be read: ${why}.`);
    }),
  ]);
  return { stored, live: new Map(objects) };
}

export interface Repaired {
  /** The head after the run. */
  readonly stored: StoredHead;
  readonly results: readonly ObjectResult[];
  /** The objects as the run saw them last. */
  readonly views: ReadonlyMap<string, ObjectView>;
  /** Why the run ended early. */
  readonly stopped?: string;
  /** Definitions that were left as they are, since taking back what changed would break something: a sentence. */
  readonly refused?: string;
}

/**
 * Applies those objects of the newest revision that are in `live`, and no others, in the order of their phases.
 * @throws BoxcutterError category `locked` when another run has the extension; `content-not-kept` when the revision's content was not kept
 */
export async function repair(stored: StoredHead, live: Live, options: RepairOptions): Promise<Repaired> {
  const { cluster, extension } = options;
  const breakLock = mayTakeOver(stored, options);
  refuseIfTaken(stored, breakLock);
  const record = await HeadRecord.of(extension, options, stored);
  const content = await contentOf(record, options);
  const unsafe = await unsafeRepairs(content, live, cluster, options.crdSafety);
  const untrusted = untrustedRepairs(content, stored, live, options);
  const chosen = new Map([...live].filter(([key]) => !unsafe.has(key) && !untrusted.keys.has(key)));
  const part = partOf(content, chosen);
  const sentences = [refusalOf([...unsafe.values()], options.words), untrusted.reason].filter((sentence) => sentence !== undefined);
  const refused = sentences.length === 0 ? undefined : sentences.join(' ');
  if (part.phases.length === 0 && refused !== undefined) return { stored, results: [], views: new Map(), refused };
  const present = new Set([...chosen].filter(([, object]) => object !== undefined).map(([key]) => key));
  const seen = [...live.values()].filter((object) => object !== undefined);
  const operation: RepairOperation = { intent: 'repair', revision: part, present };
  // What the newest revision has not goes in a repair, too.
  const place = { cluster, record, guards: [dataLossGuard(cluster, {}, options.words)] };
  const { state, result, unrecorded } = await runOperation(operation, place, { signal: options.signal, breakLock, seen });
  if (unrecorded !== undefined) throw unrecorded;
  const results = [...result.phases.flatMap(({ objects }) => objects), ...result.removed];
  return { stored: record.stored ?? stored, results, views: viewsOf(state), ...defined({ stopped: state.stopping, refused }) };
}

export interface RolledOut {
  /** The head after the run; undefined: the extension is gone. */
  readonly stored: StoredHead | undefined;
  readonly complete: boolean;
  readonly failure?: string;
}

/** Brings the newest revision as far as it goes without waiting: a run of the whole. */
export async function finishRollout(options: RepairOptions): Promise<RolledOut> {
  const { contents: _contents, ...place } = options;
  const { cluster, extension, stateNamespace, signal, stateKey, trustState, vouchedDigests } = place;
  // Read anew: an apply at the same number puts the choices of the user on record once more.
  const record = await HeadRecord.read(extension, place);
  const { stored } = record;
  if (stored === undefined) return { stored, complete: false };
  const breakLock = mayTakeOver(stored, options);
  refuseIfTaken(stored, breakLock);
  const content = await contentOf(record, options);
  const given = defined({ crdSafety: options.crdSafety, stateKey, trustState, vouchedDigests });
  const outcome = await applyRevision(content, { cluster, stateNamespace, signal, breakLock, wait: false, ...given });
  const after = await readHead(cluster, extension, stateNamespace);
  const [first = 'a probe will not pass any more'] = failuresOf(outcome.result.phases.flatMap(({ objects }) => objects));
  const failure = outcome.status === 'failed' ? first : outcome.stopped;
  return { stored: after, complete: outcome.status === 'complete', ...defined({ failure }) };
}

/** Why objects could not be put right, as sentences. */
export function failuresOf(results: readonly ObjectResult[]): readonly string[] {
  return results.flatMap((result) => {
    // The words of the server name the object already.
    if (result.action === 'Failed' && result.cause.type === 'refused') return [failureReason(result.cause)];
    const name = displayName(result.ref);
    if (result.action === 'Failed') return [`${name}: ${withHint(result.cause)}`];
    return result.action === 'Collision' ? [`${name}: ${collisionReason(result.cause)}`] : [];
  });
}

function withHint(cause: FailureCause): string {
  const [message, hint] = [failureReason(cause), failureHint(cause)];
  return hint === undefined ? message : `${message.replace(/\.$/, '')}. ${hint}`;
}

function refusalOf(upgrades: readonly CrdUpgrade[], { operation, option }: HintWords = LIBRARY_WORDS): string | undefined {
  if (upgrades.length === 0) return undefined;
  const changes = upgrades.flatMap(({ crd, issues }) =>
    issues.filter(({ severity }) => severity === 'error').map((issue) => `${crd} ${formatCrdIssue(issue)}`),
  );
  const counts = upgrades.flatMap(({ crd, stored }) => (stored === undefined ? [] : [`${crd}: ${formatStored(stored)}`])).slice(0, NAMED);
  const about = counts.length === 0 ? '' : ` (${counts.join('; ')})`;
  const more = changes.length > NAMED ? ` and ${changes.length - NAMED} more` : '';
  return 'Undoing what another client changed would break existing objects or their users: '
    + `${changes.slice(0, NAMED).join('; ')}${more}${about}. The definition was left as it is. To undo its change: `
    + `${operation('applyRevision')} with ${option('crdSafety.policy', 'warn')} or ${option('crdSafety.waivers')}.`;
}

/** Changes of definitions that a message names. */
const NAMED = 5;

/** Said before anything is read for it; the lock itself has the last word. */
function refuseIfTaken(stored: StoredHead, breakLock: boolean): void {
  const state = lockState(stored);
  if (state.type === 'free' || state.type === 'abandoned' || mayBeTaken(stored, breakLock)) return;
  const silent = state.type === 'expired' ? ', which has shown no sign of life for over a minute' : '';
  throw new BoxcutterError('locked', 'locked', `Extension "${stored.head.extension}" is held by ${state.lock.holder}${silent}.`, {
    details: { expired: state.type === 'expired' },
  });
}

/** A lock that this very process could not give back expires as well, and is free then. */
function mayTakeOver({ head: { lock } }: StoredHead, { breakLock }: RepairOptions): boolean {
  return breakLock || (lock !== undefined && lock.host === thisMachine() && lock.pid === process.pid);
}

async function contentOf(record: HeadRecord, { extension }: RepairOptions): Promise<ResolvedRevision> {
  const { number = 0, digest } = record.head?.revisions[0] ?? {};
  const content = await record.content(number);
  // What another try left under the number, before the run of this one could write its own, is not to be brought back.
  if (content !== undefined && content.digest === digest) return content;
  throw new BoxcutterError(
    'content-not-kept',
    'server',
    `The content of revision ${number} of extension "${extension}" is not recorded, so nothing can be repaired.`,
    { hint: 'Apply it again.' },
  );
}

function partOf(revision: ResolvedRevision, live: Live): ResolvedRevision {
  const phases = revision.phases
    .map((phase) => ({ ...phase, objects: phase.objects.filter(({ object }) => live.has(keyOf(refOf(object)))) }))
    .filter(({ objects }) => objects.length > 0);
  return { ...revision, phases };
}
