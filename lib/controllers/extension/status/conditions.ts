/**
 * The status of an extension: what its revisions say, and what kept the last turn from going on. Pure; conditions have no times yet.
 * Types, reasons and messages are operator-controller's where it has them (docs/extensions.md says which are our own).
 */
import type { Condition } from '../../../api';
import { defined } from '../../../defined';
import type { ConditionFact } from '../../conditions';
import { deprecationConditions } from './deprecation';
import type { Outcome, StatusInput } from '../outcome';
import { awaitedBy, conditionOf, type RevisionBundle, type RevisionFacts, type RevisionStates } from '../revision-facts';
import { unresolvedWords } from './unresolved-words';

export interface ExtensionState {
  readonly conditions: readonly ConditionFact[];
  readonly install?: { readonly bundle: { readonly name: string; readonly version: string; readonly release?: string } };
  readonly activeRevisions: readonly { readonly name: string; readonly conditions?: readonly Condition[] }[];
}

export function extensionState({ states, outcome, deprecations }: StatusInput): ExtensionState {
  const { installed, rollingOut } = states;
  const bundle = outcome.type === 'unreadable' ? undefined : installed?.bundle;
  const available = availableOf(states);
  return {
    conditions: [
      installedCondition(states, outcome),
      progressingCondition(states, outcome),
      ...(available === undefined ? [] : [available]),
      ...deprecationConditions(deprecations, installed !== undefined),
    ],
    ...(bundle === undefined ? {} : { install: { bundle: namesOf(bundle) } }),
    activeRevisions: [
      // What Helm installed is no revision.
      ...(installed === undefined || installed.name === '' ? [] : [{ name: installed.name }]),
      ...rollingOut.map((revision) => ({
        name: revision.name,
        conditions: revision.conditions.filter(({ type }) => type === 'Progressing' || type === 'Available'),
      })),
    ],
  };
}

function namesOf({ name, version, release }: RevisionBundle) {
  return { name, version, ...defined({ release }) };
}

function installedCondition({ installed, rollingOut }: RevisionStates, outcome: Outcome): ConditionFact {
  const type = 'Installed';
  if (outcome.type === 'unreadable') return { type, status: 'Unknown', reason: 'Failed', message: outcome.message };
  if (installed !== undefined) {
    const what = installed.bundle?.reference ?? installed.bundle?.name ?? installed.name;
    return { type, status: 'True', reason: 'Succeeded', message: `Installed bundle ${what} successfully` };
  }
  const newest = rollingOut.at(-1);
  const isUnderWay = outcome.type === 'done' || outcome.type === 'waiting' || outcome.type === 'target-away';
  const hasFailed = newest === undefined ? !isUnderWay : progressOfRollout(newest)?.reason === 'Retrying';
  return { type, status: 'False', reason: hasFailed ? 'Failed' : 'Absent', message: 'No bundle installed' };
}

function progressingCondition(states: RevisionStates, outcome: Outcome): ConditionFact {
  const type = 'Progressing';
  const retrying = (message: string): ConditionFact => ({ type, status: 'True', reason: 'Retrying', message });
  switch (outcome.type) {
    case 'done': {
      const said = rolloutProgress(states);
      return { type, ...said, message: outcome.remark === undefined ? said.message : `${said.message} ${outcome.remark}` };
    }
    case 'unreadable':
      return retrying('retrying to get installed bundle');
    case 'unresolved': {
      const { message, hint } = unresolvedWords(outcome.unresolved);
      return retrying(hint === undefined ? message : `${message}. ${hint}`);
    }
    case 'waiting':
      return { type, status: 'True', reason: 'RollingOut', message: outcome.message };
    case 'failed':
      return retrying(aboutBundle(outcome.bundle, outcome.message));
    case 'blocked':
      return { type, status: 'False', reason: 'Blocked', message: aboutBundle(outcome.bundle, outcome.message) };
    case 'invalid-configuration':
      return { type, status: 'False', reason: 'InvalidConfiguration', message: outcome.message };
    case 'target-away':
      return { type, status: 'True', reason: 'TargetUnavailable', message: outcome.message };
    case 'leaving':
      return { type, status: 'True', reason: 'TearingDown', message: outcome.progress };
    case 'guarded':
      return { type, status: 'False', reason: 'Blocked', message: outcome.message };
  }
}

function aboutBundle({ name, version }: RevisionBundle, message: string): string {
  return `error for resolved bundle "${name}" with version "${version}": ${message}`;
}

function rolloutProgress({ installed, rollingOut }: RevisionStates): Omit<ConditionFact, 'type'> {
  const newest = rollingOut.at(-1);
  const revision = newest ?? installed;
  const progress = revision === undefined ? undefined : progressOfRollout(revision);
  // Everything of it is written, and not all of that is ready: it has not succeeded, which is what the reason would say here.
  const isWaiting = newest !== undefined && progress?.reason === 'Succeeded';
  const said = progress === undefined || isWaiting
    ? { status: 'True', reason: 'RollingOut', message: startingText(revision) } as const
    : progress;
  // Beside what is installed, Available is about that.
  const awaited = newest === undefined || installed === undefined || said.reason !== 'RollingOut' ? undefined : awaitedBy(newest);
  return awaited === undefined ? said : { ...said, message: `${said.message}\n${awaited}` };
}

function startingText(revision: RevisionFacts | undefined): string {
  if (revision === undefined) return 'No revision has been made yet.';
  return `Revision ${revision.bundle?.version ?? revision.number} is rolling out.`;
}

/** A revision's Progressing in the words of an extension; undefined: the revision has none yet. */
function progressOfRollout(revision: RevisionFacts): Omit<ConditionFact, 'type'> | undefined {
  const progressing = conditionOf(revision, 'Progressing');
  if (progressing === undefined) return undefined;
  const { message } = progressing;
  const known = PROGRESS[progressing.reason];
  return known === undefined ? { status: progressing.status, reason: progressing.reason, message } : { ...known, message };
}

/**
 * The reasons of S0 are those of a revision; those of an extension are operator-controller's. After success Progressing stays True there,
 * and tools wait for that.
 */
const PROGRESS: Readonly<Record<string, Pick<ConditionFact, 'status' | 'reason'>>> = {
  RollingOut: { status: 'True', reason: 'RollingOut' },
  RolledOut: { status: 'True', reason: 'Succeeded' },
  RolloutError: { status: 'True', reason: 'Retrying' },
  ObjectCollisions: { status: 'True', reason: 'Retrying' },
  Blocked: { status: 'False', reason: 'Blocked' },
  Paused: { status: 'False', reason: 'Blocked' },
  ProgressDeadlineExceeded: { status: 'False', reason: 'ProgressDeadlineExceeded' },
};

/** Of the installed revision; before the first success of the newest one, so that a first install says what it waits for, too. */
function availableOf({ installed, rollingOut }: RevisionStates): ConditionFact | undefined {
  const revision = installed ?? rollingOut.at(-1);
  const available = revision === undefined ? undefined : conditionOf(revision, 'Available');
  if (available === undefined) return undefined;
  const { status, reason, message } = available;
  return { type: 'Available', status, reason, message };
}
