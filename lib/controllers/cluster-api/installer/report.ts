/** What the installer says of itself, from how its revisions stand. Pure. */
import { isDefinition, subjectOf, type ObjectRef } from '../../../api';
import { ANNOTATION_ADOPT_EXISTING } from '../../../capi';
import { collisionFact, failureReason, type FailureCause } from '../../../engine';
import type { ObjectFacts, RunFacts } from '../../revision/facts';
import { ANNOTATION_ALLOW_DATA_LOSS } from '../names';
import type { Report } from '../operator/conditions';

export interface Standing {
  readonly name: string;
  readonly deleting: boolean;
  readonly paused: boolean;
  /** Everything is written and ready. */
  readonly complete: boolean;
  readonly run?: RunFacts;
  readonly objects: readonly ObjectFacts[];
  /** Of a paused one: what would change, an object each. Undefined: nobody has looked yet. */
  readonly wouldChange?: readonly string[];
}

/** Errors that only a person puts right. */
const TERMINAL_CODES: readonly string[] = ['capi-revision-changed', 'revision-invalid', 'engine-input', 'data-loss', 'kind-not-served'];
/** Objects that a message names. */
const NAMED = 10;
/** Characters of what would change: a condition has room for 32,768, and another one repeats it. */
const MOST_OF_A_PLAN = 15_000;

/** @param standings newest first */
export function installerReport([head, ...older]: readonly Standing[]): Report {
  if (head === undefined) return { reason: 'WaitingOnExternal', message: 'Waiting on a version' };
  if (head.paused) return { reason: 'Paused', message: pausedMessage(head) };
  const own = reportOf(head);
  if (own.reason !== 'AsExpected') return own;
  const leaving = older.find(({ deleting }) => deleting) ?? older[0];
  if (leaving === undefined) return own;
  const trouble = leaving.deleting ? troubleOf(leaving) : undefined;
  return trouble ?? { reason: 'Progressing', message: `Revision ${leaving.name}: tearing down` };
}

function reportOf(standing: Standing): Report {
  const { name, complete, objects } = standing;
  const trouble = troubleOf(standing);
  if (trouble !== undefined) return trouble;
  if (complete) return { reason: 'AsExpected', message: `Revision ${name}: complete` };
  const waiting = objects.find(({ state }) => state !== 'ready');
  const what = waiting === undefined ? 'installing' : `waiting on phase ${waiting.phase}`;
  return { reason: 'Progressing', message: `Revision ${name}: ${what}` };
}

function troubleOf({ name, run }: Standing): Report | undefined {
  if (run === undefined) return undefined;
  if (run.type === 'error') {
    const isTerminal = TERMINAL_CODES.includes(run.code);
    const remedy = run.code === 'data-loss'
      ? ` To let it go all the same, annotate ConfigMap ${name} with ${ANNOTATION_ALLOW_DATA_LOSS}=true; data will be lost.` : '';
    return { reason: isTerminal ? 'NonRetryableError' : 'EphemeralError', message: `Revision ${name}: ${run.message}${remedy}` };
  }
  if (run.failures.length > 0) {
    return {
      reason: run.failures.every(({ cause }) => isFinal(cause)) ? 'NonRetryableError' : 'EphemeralError',
      message: `Revision ${name}: ${lines(
        run.failures.map(({ ref, cause }) => `${subjectOf(ref)}: ${failureReason(cause)}`),
      )}`,
    };
  }
  if (run.type === 'teardown') return run.stopped === undefined ? undefined : {
    reason: 'EphemeralError', message: `Revision ${name}: ${run.stopped}`,
  };
  if (run.terminal.length > 0) {
    return {
      reason: 'NonRetryableError', message: `Revision ${name}: terminal error: ${lines(
        run.terminal.map(({ ref, message }) => `${subjectOf(ref)}: ${message}`),
      )}`,
    };
  }
  if (run.collisions.length > 0) {
    const named = run.collisions.map(({ ref, cause }) => `${subjectOf(ref)} (${collisionFact(cause)})`);
    // With a definition go all objects of its kind: that is nobody's advice.
    const otherWay = run.collisions.some(({ ref }) => isDefinition(ref))
      ? 'a definition that another client manages is named in spec.unmanagedCRDs' : 'or delete them';
    return {
      reason: 'NonRetryableError',
      message: `Revision ${name}: terminal error: collision with existing objects: ${lines(named)}. The manifests of the release `
        + `take them over with the annotation ${ANNOTATION_ADOPT_EXISTING}=always on these objects in them; ${otherWay}.`,
    };
  }
  return run.stopped === undefined ? undefined : { reason: 'EphemeralError', message: `Revision ${name}: ${run.stopped}` };
}

/** What is wrong with the object itself is refused however often it is sent; something else than that may pass. */
function isFinal(cause: FailureCause): boolean {
  return cause.type === 'refused' && [400, 422].includes(cause.status.code);
}

function pausedMessage({ name, wouldChange, run }: Standing): string {
  if (run?.type === 'error') return `Revision ${name}: paused, and it cannot be said what would change: ${run.message}`;
  if (wouldChange === undefined) return `Revision ${name}: paused; what would change is being looked at`;
  if (wouldChange.length === 0) return `Revision ${name}: paused; nothing would change`;
  return `Revision ${name}: paused; would change: ${plan(wouldChange)}`;
}

/** All of it, as far as there is room. */
function plan(all: readonly string[]): string {
  let size = 0;
  const shown = all.filter(({ length }) => (size += length + 2) <= MOST_OF_A_PLAN);
  return shown.join(', ') + (all.length > shown.length ? ` and ${all.length - shown.length} more` : '');
}

function lines(all: readonly string[]): string {
  return all.slice(0, NAMED).join(', ') + (all.length > NAMED ? ` and ${all.length - NAMED} more` : '');
}

export function described(ref: ObjectRef, action: string): string {
  return `${subjectOf(ref)}: ${action}`;
}
