/** Whether an upgrade may go now, and which pending upgrades there should be. Pure. */
import { defined } from '../../defined';
import { isReturn } from '../../runtime/internal';
import { changeOf } from './change-of';
import type { PendingUpgrade, UpgradeBundle } from './pending';
import { type MaintenanceWindow, openingAfter } from './windows';

/** Who decides that an upgrade happens (`spec.upgradeApproval`, or the default of the controller). */
export interface UpgradeRule {
  readonly mode: 'Manual' | 'Automatic';
  /** Automatic: only upgrades that change no more than this; the others wait for a person. @default any */
  readonly within?: 'Patch' | 'Minor';
  /** Automatic: so long after an upgrade was found; a person may approve it earlier. @default 0 */
  readonly soakMinutes?: number;
  /** Automatic: only while one of these is open; a person may approve it at any time. @default always */
  readonly windows?: readonly MaintenanceWindow[];
}

export interface UpgradeFacts {
  readonly rule: UpgradeRule;
  /** Absent: nothing was installed yet, and a first install needs nobody's approval. */
  readonly installed?: UpgradeBundle;
  /** What the newest revision rolls out that has not succeeded: it was allowed once, and is gone on with. */
  readonly rollingOut?: UpgradeBundle;
  /** It was installed, failed and was rolled back: that it is tried again is for a person to decide. */
  readonly rolledBack?: UpgradeBundle;
  /** `unknown`: no catalog could be asked, so what was found before may still be there. `none`: there is no upgrade. */
  readonly found: UpgradeBundle | 'none' | 'unknown';
  /** Why what is installed lets no upgrade happen now. Absent: it does, or there is nothing that could say so. */
  readonly gate?: string;
  /** Of this extension. */
  readonly pending: readonly PendingUpgrade[];
  readonly now: Date;
}

/** What the approval of an upgrade waits for. */
export type ApprovalWait =
  | { readonly type: 'person'; readonly why: 'mode' | 'within' | 'older' | 'rolled-back' }
  /** A person, because the rule cannot be followed. */
  | { readonly type: 'rule'; readonly problem: string }
  | { readonly type: 'soak' | 'window'; readonly until: Date };

/** What an upgrade waits for. */
export type UpgradeWait = ApprovalWait | { readonly type: 'gate'; readonly message: string };

export interface UpgradeDecision {
  readonly mayGo: boolean;
  /** What it waits for. Absent: it may go, or there is nothing to wait for. */
  readonly waits?: UpgradeWait;
  /** Why neither a person nor the rule has approved it, whatever its gates say. Absent: one of them has. */
  readonly unapproved?: ApprovalWait;
  /** A pending upgrade to write: there is none for this bundle. */
  readonly create?: UpgradeBundle;
  /** Pending upgrades that are none any more: done, outdated, or not to be had. */
  readonly remove: readonly PendingUpgrade[];
  /** The pending upgrade that is there for what was found. */
  readonly current?: PendingUpgrade;
  /** When a rule will let it go, if nobody does before. */
  readonly againInMs?: number;
}

/**
 * One pending upgrade at most, of what was found last. A version cannot be changed in it: a newer one is another object, which nobody has
 * approved yet.
 */
export function decideUpgrade(facts: UpgradeFacts): UpgradeDecision {
  const { rule, installed, rollingOut, rolledBack, found, pending, now } = facts;
  const standing = pending.filter(({ isLeaving }) => !isLeaving);
  if (found === 'unknown') return { mayGo: false, remove: [] };
  if (found === 'none' || installed === undefined || isSameRelease(found, installed)) return { mayGo: true, remove: standing };
  const current = standing.find(({ bundle }) => isSame(bundle, found) && isSameContent(bundle, found));
  const remove = standing.filter((one) => one !== current);
  if (rollingOut !== undefined && isSameRelease(rollingOut, found)) return { mayGo: true, remove, ...defined({ current }) };
  // What goes back does not wait for what it goes back from.
  const gate = isReturn(installed.version, found.version) ? undefined : facts.gate;
  const hasFailed = rolledBack !== undefined && isSame(rolledBack, found);
  if (gate === undefined && !hasFailed && isFree(rule)) return { mayGo: true, remove: standing };
  // One that is being deleted still has its name.
  const create = current === undefined && pending.length === standing.length && remove.length === 0 ? found : undefined;
  const unapproved = current?.isApproved === true ? undefined
    : hasFailed ? { type: 'person', why: 'rolled-back' } as const : waitOf(rule, installed, found, current?.availableSince ?? now, now);
  const waits = gate === undefined ? unapproved : { type: 'gate', message: gate } as const;
  const mayGo = waits === undefined && current !== undefined;
  const againInMs = unapproved !== undefined && 'until' in unapproved ? unapproved.until.getTime() - now.getTime() : undefined;
  return { mayGo, remove, ...defined({ waits, unapproved, create, current, againInMs }) };
}

/** Nothing ever waits. */
export function isFree({ mode, within, soakMinutes = 0, windows }: UpgradeRule): boolean {
  return mode === 'Automatic' && within === undefined && soakMinutes === 0 && windows === undefined;
}

/** What keeps the rule from letting it go now. */
function waitOf(rule: UpgradeRule, installed: UpgradeBundle, found: UpgradeBundle, since: Date, now: Date): ApprovalWait | undefined {
  if (rule.mode === 'Manual') return { type: 'person', why: 'mode' };
  const change = changeOf(installed.version, found.version);
  const isWithin = rule.within === undefined || change === 'Patch' || (rule.within === 'Minor' && change === 'Minor');
  if (!isWithin) return { type: 'person', why: isReturn(installed.version, found.version) ? 'older' : 'within' };
  const soaked = new Date(since.getTime() + (rule.soakMinutes ?? 0) * 60_000);
  const earliest = soaked > now ? soaked : now;
  const opening = rule.windows === undefined ? { type: 'open' } as const : openingAfter(rule.windows, earliest);
  switch (opening.type) {
    case 'open':
      return soaked > now ? { type: 'soak', until: soaked } : undefined;
    case 'opens':
      return { type: 'window', until: opening.at };
    case 'never':
      return { type: 'rule', problem: 'none of its maintenance windows ever opens' };
    case 'unreadable':
      return { type: 'rule', problem: opening.problem };
  }
}

export function isSame(a: UpgradeBundle, b: UpgradeBundle): boolean {
  return a.name === b.name && a.version === b.version;
}

function isSameRelease(a: UpgradeBundle, b: UpgradeBundle): boolean {
  return isSame(a, b) && (a.release ?? '') === (b.release ?? '');
}

/** What was approved is this content: another image under the same version is to be approved anew. */
function isSameContent(a: UpgradeBundle, b: UpgradeBundle): boolean {
  return a.reference === b.reference;
}
