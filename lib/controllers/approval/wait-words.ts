/** What an upgrade waits for, in the words of its conditions. */
import type { ConditionFact } from '../conditions';
import { timestamp } from '../process';
import type { ApprovalWait, UpgradeWait } from './decide';

/** Approved of a pending upgrade, as long as it waits. */
export function waitingCondition(wait: ApprovalWait, version: string): Omit<ConditionFact, 'type'> {
  const status = 'False';
  switch (wait.type) {
    case 'person':
      return { status, reason: 'WaitingForApproval', message: `${personText(wait.why, version)}` };
    case 'rule':
      return {
        status, reason: 'WaitingForApproval',
        message: `Version ${version} waits until spec.approved is true: spec.upgradeApproval of the extension lets nothing go, because `
          + `${wait.problem}.`,
      };
    case 'soak':
      return {
        status, reason: 'Soaking',
        message: `Version ${version} goes by itself at ${timestamp(wait.until)}, or when it is approved.`,
      };
    case 'window':
      return {
        status, reason: 'OutsideWindow',
        message: `Version ${version} goes by itself when the maintenance window opens at ${timestamp(wait.until)}, or when it is approved.`,
      };
  }
}

type Why = Extract<UpgradeWait, { readonly type: 'person' }>['why'];

/** Why the mode alone does not say it. */
const WHY: Readonly<Record<Exclude<Why, 'mode'>, string>> = {
  'within': 'it changes more than spec.upgradeApproval.within of the extension lets go by itself',
  'older': 'an older version is never within spec.upgradeApproval.within of the extension',
  'rolled-back': 'it was installed before, failed, and was rolled back',
};

function personText(why: Why, version: string): string {
  const waits = `Version ${version} waits until spec.approved is true`;
  return why === 'mode' ? `${waits}.` : `${waits}: ${WHY[why]}.`;
}

/** What becomes of an upgrade that was found, as the end of a sentence. */
export function nextText(wait: UpgradeWait | undefined, pending: string): string {
  const approval = `the approval of ClusterExtensionRevision ${pending}`;
  switch (wait?.type) {
    case undefined:
      return 'the rule of the extension lets it go.';
    case 'gate':
      return `it waits, because what is installed lets no upgrade happen now: ${wait.message}`;
    case 'rule':
      return `it waits for ${approval}, because ${wait.problem}.`;
    case 'person':
      return wait.why === 'mode' ? `it waits for ${approval}.` : `it waits for ${approval}, because ${WHY[wait.why]}.`;
    case 'soak':
      return `it goes by itself at ${timestamp(wait.until)}, or with ${approval}.`;
    case 'window':
      return `it goes by itself when the maintenance window opens at ${timestamp(wait.until)}, or with ${approval}.`;
  }
}

/** Beside how the extension stands. */
export function remarkOnWait(wait: UpgradeWait | undefined, version: string, pending: string | undefined): string {
  const available = `Version ${version} is available, and`;
  if (pending === undefined || wait === undefined) return `${available} waits for approval.`;
  const approve = `kubectl patch --type=merge -p '{"spec":{"approved":true}}' clusterextensionrevision ${pending}`;
  switch (wait.type) {
    case 'gate':
      return `${available} waits, because what is installed lets no upgrade happen now: ${wait.message}`;
    case 'rule':
      return `${available} waits for approval, because ${wait.problem}: ${approve}`;
    case 'person':
      return wait.why === 'mode' ? `${available} waits for approval: ${approve}`
        : `${available} waits for approval, because ${WHY[wait.why]}: ${approve}`;
    case 'soak':
      return `${available} goes by itself at ${timestamp(wait.until)}. Earlier: ${approve}`;
    case 'window':
      return `${available} goes by itself when the maintenance window opens at ${timestamp(wait.until)}. Earlier: ${approve}`;
  }
}
