/** What the status of a BundleDeployment says. Reasons and messages are RukPak's, as far as it has some. Pure. */
import type { Condition } from '../../../api';
import { defined } from '../../../defined';
import { type ConditionFact, findCondition } from '../../conditions';
import { conditionOf, type RevisionStates } from '../../extension/revision-facts';
import type { LiveBundle } from '../model';
import type { Rollout } from './decide';

/** How a turn went. */
export type Outcome =
  /** Its Bundle is not unpacked yet, or cannot be. Undefined: it is being made. */
  | { readonly type: 'waiting'; readonly bundle?: LiveBundle }
  | { readonly type: 'rollout'; readonly bundle: string; readonly rollout: Rollout }
  /** The content could not be had, or is of no use. */
  | { readonly type: 'not-loaded'; readonly bundle: string; readonly message: string }
  /** It could not be rendered, checked or written. */
  | { readonly type: 'not-installed'; readonly bundle: string; readonly message: string }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'leaving'; readonly message: string }
  /** It is being deleted, and that waits for a person. */
  | { readonly type: 'guarded'; readonly message: string };

export interface DeploymentState {
  readonly conditions: readonly ConditionFact[];
  readonly activeBundle?: string;
}

export interface StateInput {
  readonly outcome: Outcome;
  readonly states: RevisionStates;
  /** Bundle of the revision that is installed. */
  readonly active: string | undefined;
  readonly before: readonly Condition[] | undefined;
}

/**
 * The Bundle of what is installed. A revision names the one that it was made of; another one with the same content may have taken its place
 * since, without a rollout, and then the status has it.
 * @param annotated by the revision
 * @param bundles of the deployment
 */
export function activeOf(annotated: string | undefined, stored: string | undefined, bundles: readonly LiveBundle[]): string | undefined {
  const isThere = (name: string): boolean => (
    bundles.some(({ metadata }) => metadata.name === name && metadata.deletionTimestamp === undefined)
  );
  if (annotated === undefined || isThere(annotated)) return annotated;
  return stored !== undefined && isThere(stored) ? stored : annotated;
}

/** While the next bundle is not installed, what is active stays, and goes on being kept. */
export function deploymentState({ outcome, states, active, before }: StateInput): DeploymentState {
  const isActive = active !== undefined;
  const current = outcome.type === 'rollout' && outcome.rollout.type === 'done' ? outcome.bundle : active;
  const kept = findCondition(before, 'Installed');
  const was = kept === undefined ? [] : [{ type: 'Installed', status: kept.status, reason: kept.reason, message: kept.message }];
  return {
    conditions: [...validBundle(outcome, isActive, before), ...(installed(outcome, current, isActive) ?? was), healthy(states)],
    ...defined({ activeBundle: current }),
  };
}

function validBundle(outcome: Outcome, isActive: boolean, before: readonly Condition[] | undefined): readonly ConditionFact[] {
  const type = 'HasValidBundle';
  switch (outcome.type) {
    case 'waiting': {
      const name = outcome.bundle?.metadata.name;
      const status = isActive ? 'True' : 'False';
      const said = findCondition(outcome.bundle?.status?.conditions, 'Unpacked');
      if (outcome.bundle?.status?.phase === 'Failing') {
        return [{ type, status, reason: 'UnpackFailed', message: `Failed to unpack the ${name} Bundle: ${said?.message ?? ''}` }];
      }
      const what = name === undefined ? 'Waiting for a Bundle to be made' : `Waiting for the ${name} Bundle to be unpacked`;
      const isPending = outcome.bundle?.status?.phase !== 'Unpacking';
      const why = isPending && said?.message ? `${what}: ${said.message}` : what;
      return [{ type, status, reason: isPending ? 'UnpackPending' : 'Unpacking', message: why }];
    }
    case 'rollout':
    case 'not-installed':
    case 'not-loaded':
      return [{ type, status: 'True', reason: 'UnpackSuccessful', message: `Successfully unpacked the ${outcome.bundle} Bundle` }];
    case 'refused':
      return [{ type, status: isActive ? 'True' : 'False', reason: 'UnpackFailed', message: outcome.message }];
    case 'leaving':
    case 'guarded':
      return (before ?? []).filter((condition) => condition.type === type)
        .map(({ status, reason, message }) => ({ type, status, reason, message }));
  }
}

/** Undefined: as before. */
function installed(outcome: Outcome, active: string | undefined, isActive: boolean): readonly ConditionFact[] | undefined {
  const said = (status: Condition['status'], reason: string, message: string): readonly ConditionFact[] => (
    [{ type: 'Installed', status, reason, message }]
  );
  switch (outcome.type) {
    case 'waiting':
      return undefined;
    case 'rollout': {
      const { bundle, rollout } = outcome;
      if (rollout.type === 'done') return said('True', 'InstallationSucceeded', `Instantiated bundle ${bundle} successfully`);
      if (rollout.type === 'stuck') return said('False', isActive ? 'UpgradeFailed' : 'InstallFailed', rollout.message);
      const what = isActive ? `Pivoting from bundle ${active} to ${bundle}` : `Instantiating bundle ${bundle}`;
      const message = rollout.message === '' ? what : `${what}: ${rollout.message}`;
      return isActive ? said('True', 'Upgrading', message) : said('False', 'Installing', message);
    }
    case 'not-loaded':
      return said('False', 'BundleLoadFailed', outcome.message);
    case 'not-installed':
      return said('False', isActive ? 'UpgradeFailed' : 'InstallFailed', outcome.message);
    case 'refused':
      return said('False', isActive ? 'UpgradeFailed' : 'InstallFailed', outcome.message);
    case 'leaving':
      return said('False', 'Uninstalling', outcome.message);
    case 'guarded':
      return said('True', 'UninstallBlocked', outcome.message);
  }
}

/** Of what is installed. */
function healthy({ installed: revision }: RevisionStates): ConditionFact {
  const type = 'Healthy';
  if (revision === undefined) return { type, status: 'Unknown', reason: 'InstallationStatusFalse', message: 'Nothing is installed' };
  const available = conditionOf(revision, 'Available');
  if (available?.status === 'True') return { type, status: 'True', reason: 'Healthy', message: 'BundleDeployment is healthy' };
  const { status = 'Unknown', message = 'Its objects are being looked at' } = available ?? {};
  return { type, status, reason: 'Unhealthy', message };
}
