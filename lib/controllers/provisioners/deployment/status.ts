/** What the status of a BundleDeployment says. Reasons and messages are RukPak's, as far as it has some. Pure. */
import type { Condition } from '../../../api';
import { defined } from '../../../defined';
import { type ConditionFact, findCondition } from '../../conditions';
import { conditionOf, type RevisionStates } from '../../extension/revision-facts';
import type { LiveBundle } from '../model';
import type { Rollout } from './decide';

/** How a turn went. */
export type Outcome =
  /** Its Bundle is not unpacked yet, or cannot be. */
  | { readonly type: 'waiting'; readonly bundle: LiveBundle }
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
  /** Bundle of the revision that is installed; of a deployment that is being deleted, the one that was. */
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
  return {
    conditions: [...validBundle(outcome, isActive, before), installed(outcome, active, states), healthy(outcome, states)],
    ...defined({ activeBundle: current }),
  };
}

function validBundle(outcome: Outcome, isActive: boolean, before: readonly Condition[] | undefined): readonly ConditionFact[] {
  const type = 'HasValidBundle';
  switch (outcome.type) {
    case 'waiting': {
      const status = isActive ? 'True' : 'False';
      const { reason, message } = unpackingOf(outcome.bundle);
      return [{ type, status, reason, message }];
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

/** How the Bundle that is wanted stands, which is not unpacked. */
function unpackingOf({ metadata: { name = '' }, status }: LiveBundle): Pick<ConditionFact, 'reason' | 'message'> {
  const said = findCondition(status?.conditions, 'Unpacked')?.message ?? '';
  if (status?.phase === 'Failing') return { reason: 'UnpackFailed', message: `Failed to unpack the ${name} Bundle: ${said}` };
  const what = `Waiting for the ${name} Bundle to be unpacked`;
  if (status?.phase === 'Unpacking') return { reason: 'Unpacking', message: what };
  return { reason: 'UnpackPending', message: said === '' ? what : `${what}: ${said}` };
}

function installed(outcome: Outcome, active: string | undefined, states: RevisionStates): ConditionFact {
  const said = (status: Condition['status'], reason: string, message: string): ConditionFact => (
    { type: 'Installed', status, reason, message }
  );
  const isActive = active !== undefined;
  const failed = (message: string): ConditionFact => said('False', isActive ? 'UpgradeFailed' : 'InstallFailed', message);
  const underWay = (bundle: string, progress: string): ConditionFact => {
    const what = isActive && active !== bundle ? `Pivoting from bundle ${active} to ${bundle}` : `Instantiating bundle ${bundle}`;
    const message = progress === '' ? what : `${what}: ${progress}`;
    return isActive ? said('True', 'Upgrading', message) : said('False', 'Installing', message);
  };
  switch (outcome.type) {
    case 'waiting': {
      const { reason, message } = unpackingOf(outcome.bundle);
      // What is installed stays as it is, and the next one may still come: a registry that is away is no failure of it.
      return reason === 'UnpackFailed' && !isActive ? failed(message) : underWay(outcome.bundle.metadata.name ?? '', message);
    }
    case 'rollout': {
      const { bundle, rollout } = outcome;
      if (rollout.type === 'done') {
        return said('True', 'InstallationSucceeded', [`Instantiated bundle ${bundle} successfully`, ...leftOf(states)].join('\n'));
      }
      return rollout.type === 'stuck' ? failed(rollout.message) : underWay(bundle, rollout.message);
    }
    case 'not-loaded':
      return said('False', 'BundleLoadFailed', outcome.message);
    case 'not-installed':
    case 'refused':
      return failed(outcome.message);
    case 'leaving':
      return said('False', 'Uninstalling', outcome.message);
    case 'guarded':
      return said('True', 'UninstallBlocked', outcome.message);
  }
}

/** What former bundles have left, because it holds data: nobody would learn of it otherwise. */
function leftOf({ archived }: RevisionStates): readonly string[] {
  return archived.flatMap((revision) => {
    const { reason, message } = conditionOf(revision, 'Progressing') ?? {};
    return reason === 'Blocked' ? [`Revision ${revision.name}, of a former bundle, is not taken down: ${message}`] : [];
  });
}

/** Of what is installed. */
function healthy(outcome: Outcome, { installed: revision }: RevisionStates): ConditionFact {
  const type = 'Healthy';
  if (outcome.type === 'leaving' || outcome.type === 'guarded') {
    const message = 'BundleDeployment is being deleted: what is left of its objects is not looked at any more';
    return { type, status: 'Unknown', reason: outcome.type === 'guarded' ? 'UninstallBlocked' : 'Uninstalling', message };
  }
  if (revision === undefined) return { type, status: 'Unknown', reason: 'InstallationStatusFalse', message: 'Nothing is installed' };
  const available = conditionOf(revision, 'Available');
  if (available?.status === 'True') return { type, status: 'True', reason: 'Healthy', message: 'BundleDeployment is healthy' };
  const { status = 'Unknown', message = 'Its objects are being looked at' } = available ?? {};
  return { type, status, reason: 'Unhealthy', message };
}
