/** The sentences of the conditions of a revision. Those of S0 and of upstream are theirs to the letter (docs/revisions.md). */
import { ANNOTATION_REPLACEMENT_POLICY, subjectOf, type ObjectRef } from '../../../api';
import { counted } from '../../../counted';
import { collisionFact, collisionReason, failureHint, failureReason, type CollisionCause, type FailureCause } from '../../../engine';
import type { GateFacts, Placed } from '../facts';
import { timestamp } from '../../process';
import type { NumberProblem } from '../lineage';
import type { TargetFacts } from '../target-facts';
import { calledOf, ANNOTATION_ABANDON, ANNOTATION_ALLOW_DATA_LOSS, type Revision } from '../model';
import type { Availability } from './availability';
import type { Blocked, Progress, Trouble } from './progress';

/** Objects that a message names. */
const NAMED = 10;

export function progressMessage(progress: Progress, revision: Revision): string {
  const called = calledOf(revision);
  switch (progress.reason) {
    case 'RollingOut':
      if ('leaving' in progress) return leavingMessage(progress.leaving, revision);
      if ('handing' in progress) return `${called} hands its objects over to a newer revision: ${named(progress.handing)}.`;
      return `${called} is rolling out.`;
    case 'RolledOut':
      return `${called} is rolled out.`;
    case 'Paused':
      return `${called} is paused: its objects are watched, and nothing is written.`;
    case 'Archived':
      return 'revision is archived';
    case 'RolloutError':
      return troubleMessage(progress.trouble, called);
    case 'ObjectCollisions': {
      const { collisions } = progress;
      const exist = collisions.length === 1 ? 'exists' : 'exist';
      return `${called} cannot manage ${counted(collisions.length, 'object')} that ${exist} already:\n`
        + lines(collisions, ({ ref, phase, cause }) => `${inPhase(ref, phase)}: ${collisionText(cause, revision)}`);
    }
    case 'Blocked':
      return blockedMessage(progress.blocked, revision);
    case 'TargetUnavailable':
      return targetMessage(progress.target, revision);
    case 'ProgressDeadlineExceeded':
      return `Revision has not rolled out for ${progress.minutes} minute(s). Last status: ${progressMessage(progress.last, revision)}`;
  }
}

export function availabilityMessage(availability: Availability): string {
  switch (availability.reason) {
    case 'ProbesSucceeded':
      return 'Objects are available and pass all probes.';
    case 'ProbeFailure':
      return lines(availability.objects, ({ ref, state, message }) => objectLine(ref, state === 'missing' ? MISSING : message));
    case 'Reconciling': {
      const { unknown, total } = availability;
      const are = unknown.length === 1 ? 'is' : 'are';
      return `${unknown.length} of ${counted(total, 'object')} ${are} not there yet, or not observed: `
        + `${named(unknown.map(({ ref }) => ref))}.`;
    }
    case 'TargetUnavailable':
      return 'The cluster that its objects are in cannot be reached, so nothing is known of them; Progressing says since when.';
    case 'Archived':
      return 'revision is archived';
  }
}

const MISSING = 'it does not exist any more';

export const UPGRADE_ALLOWED = 'Every upgrade gate of the package is open.';

export function gateMessage(closed: readonly GateFacts[]): string {
  return lines(closed, ({ ref, closed: why }) => objectLine(ref, why));
}

export const SUCCEEDED_MESSAGE = 'Revision succeeded rolling out.';

function blockedMessage(blocked: Blocked, revision: Revision): string {
  switch (blocked.type) {
    case 'mutable':
      return `the following secrets are not immutable (referenced secrets must have immutable set to true): ${some(blocked.secrets)}`;
    case 'changed': {
      const { change } = blocked;
      if (change.type === 'count') return `number of phases has changed (expected ${change.expected} phases, got ${change.found})`;
      const phases = change.phases.map(({ name, expected, found }) => `phase "${name}" (expected digest ${expected}, got ${found})`);
      return `resolved content of ${change.phases.length} phase(s) has changed: ${phases.join(', ')}; `
        + 'a referenced object source may have been deleted and recreated with different content';
    }
    case 'number':
      return numberMessage(blocked.problem, revision);
    case 'terminal':
      return `${calledOf(revision)} will not get ready by waiting:\n`
        + lines(blocked.objects, ({ ref, message }) => objectLine(ref, message));
    case 'fixed':
      return `${calledOf(revision)} cannot be rolled out over what is there:\n`
        + lines(blocked.objects, ({ ref, phase, replacement }) => `${inPhase(ref, phase)}: ${replacement} ${replacementHint(ref)}`);
    case 'data-loss':
      return `${blocked.message.replace(/\.?$/, '.')} To delete it all the same: `
        + `kubectl annotate clusterextensionrevision ${revision.name} ${ANNOTATION_ALLOW_DATA_LOSS}=${revision.uid}`;
  }
}

/** Nothing that holds data is advised to be deleted. */
const HOLDS_DATA: ReadonlySet<string> = new Set(['PersistentVolumeClaim', 'PersistentVolume', 'Namespace', 'CustomResourceDefinition']);

/** To delete it by hand is no way: the revision before is active still, and makes it anew as it was. */
function replacementHint({ kind }: ObjectRef): string {
  const rename = kind === 'CustomResourceDefinition' ? '' : ', or give the object another name in the package';
  const keep = `Keep the field as it is${rename}`;
  if (HOLDS_DATA.has(kind)) return `${keep}.`;
  return `${keep}; or let the rollout delete it and make it anew: with the annotation ${ANNOTATION_REPLACEMENT_POLICY}: Recreate `
    + 'on it in the package.';
}

function targetMessage(target: TargetFacts, revision: Revision): string {
  const called = calledOf(revision);
  const isLeaving = revision.deleting || revision.state === 'Archived';
  const wait = isLeaving
    ? `${called} has to go, and waits for it. Where it is gone for good, leave the objects there: `
      + `kubectl annotate clusterextensionrevision ${revision.name} ${ANNOTATION_ABANDON}=${revision.uid}`
    : `${called} waits for it; what is there runs on.`;
  if (target.type === 'away') {
    return `${capital(target.name)} has not been reached since ${timestamp(new Date(target.since))}: ${target.message} ${wait}`;
  }
  const { name = 'the cluster of the revisions', went, now } = target;
  const where = went === undefined ? 'the cluster of the revisions' : `the cluster whose namespace kube-system has uid ${went}`;
  const other = now === undefined ? `${name}` : `${name}, which is the one with uid ${now}`;
  return `The objects are in ${where}; the controllers write to ${other}. ${wait}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function numberMessage(problem: NumberProblem, revision: Revision): string {
  const has = `${calledOf(revision)} has number ${revision.number}`;
  if (problem.type === 'taken') {
    return `${has}, which is that of ${problem.by} already: numbers are unique within an extension. Delete this revision, and make it `
      + 'again with the next number.';
  }
  return `${has}, and must have ${problem.expected}: the number of ${problem.after}, the newest revision before it, plus one. Delete this `
    + 'revision, and make it again with that number.';
}

function troubleMessage(trouble: Trouble, called: string): string {
  switch (trouble.type) {
    case 'error':
      return `${called}: ${trouble.message}`;
    case 'failures':
      return `${called}: ${counted(trouble.objects.length, 'object')} failed, to be tried again:\n`
        + lines(trouble.objects, ({ ref, phase, cause }) => `${inPhase(ref, phase)}: ${failureText(cause)}`);
    case 'interference':
      return `${called} is rolled out, but other clients change its objects again and again; they are repaired ever more rarely:\n`
        + lines(trouble.objects, ({ ref, manager = 'a client whose name the API server does not tell', paths }) =>
          `Object ${subjectOf(ref)}: ${manager} changes ${some(paths)}`);
  }
}

function leavingMessage(leaving: readonly (Placed & { readonly reason: string })[], revision: Revision): string {
  const what = revision.deleting ? 'is being deleted' : 'is being archived';
  const start = `${calledOf(revision)} ${what}: removing revision resources that are not owned by another revision`;
  if (leaving.length === 0) return `${start}.`;
  return `${start}, ${counted(leaving.length, 'object')} left:\n`
    + lines(leaving, ({ ref, phase, reason }) => `${inPhase(ref, phase)}${reason === '' ? '' : `: ${reason}`}`);
}

/** Of a revision that was made by hand, what makes the other one a sibling is in its author's hand. */
function collisionText(cause: CollisionCause, { extension, controller }: Revision): string {
  if (controller !== undefined) return collisionWayOut(cause);
  const text = collisionReason(cause);
  const isRevision = cause.type === 'controlled' && cause.controller?.kind === 'ClusterExtensionRevision';
  return isRevision ? `${text}. If that is an older revision of ${extension}, name it in spec.previous` : text;
}

/** What makes its revisions (an extension, a BundleDeployment) has no setting for the collision protection. */
function collisionWayOut(cause: CollisionCause): string {
  const fact = collisionFact(cause);
  switch (cause.type) {
    case 'controlled':
      return `${fact}; it goes on when it is deleted, or let go by that`;
    case 'unmanaged':
    case 'copied':
      return `${fact}; it goes on when it is deleted`;
    default:
      return fact;
  }
}

function failureText(cause: FailureCause): string {
  const hint = failureHint(cause);
  const reason = failureReason(cause);
  return hint === undefined ? reason : `${reason.replace(/\.$/, '')}. ${hint}`;
}

/** The form of S0. */
function objectLine(ref: ObjectRef, message: string): string {
  return `Object ${subjectOf(ref)}: ${message}`;
}

function inPhase(ref: ObjectRef, phase: string): string {
  return `Object ${subjectOf(ref)} in phase ${phase}`;
}

function lines<T>(all: readonly T[], line: (one: T) => string): string {
  const more = all.length > NAMED ? [`and ${all.length - NAMED} more`] : [];
  return [...all.slice(0, NAMED).map(line), ...more].join('\n');
}

function named(refs: readonly ObjectRef[]): string {
  return some(refs.map(subjectOf));
}

function some(texts: readonly string[]): string {
  return texts.slice(0, NAMED).join(', ') + (texts.length > NAMED ? ` and ${texts.length - NAMED} more` : '');
}
