/**
 * What is installed may keep itself from being upgraded, for example while it migrates data: objects of it name conditions that have to be
 * so first (docs/upgrade-approval.md#upgrade-gates). As with the controllers, another configuration of the same version and the way back to
 * an older one are held back by nothing.
 */
// An apply needs nothing else of it, and ranges are half of it.
import parse from 'semver/functions/parse';
import { displayName, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import { type Answer, type Cluster } from '../../engine';
import { BoxcutterError } from '../../errors';
import { closedGate } from '../../probes';
import type { HeadRecord, Operation, RevisionRecord } from '../../state';
import { inAnyVersion, type VersionedCluster } from '../any-version';
import type { Guard } from './guard';

export interface UpgradeGateOptions {
  /** Upgrade although what is installed says that it must not be upgraded now. @default false */
  readonly ignoreUpgradeGate?: boolean;
  /** What runs is taken over as it is, which is no upgrade. @default it is not */
  readonly adopting?: unknown;
}

export function upgradeGateGuard(record: Pick<HeadRecord, 'head'>, cluster: VersionedCluster, options: UpgradeGateOptions): Guard {
  return {
    before: async ({ operation }) => {
      const gated = await gatedUpgrade(operation, record, cluster, options);
      return gated === undefined ? {} : { refusal: upgradeGatedError(gated) };
    },
  };
}

/**
 * Reads each gate of the newest complete revision once; where there are none, nothing is asked.
 * @returns undefined: nothing holds it back
 * @throws BoxcutterError `upgrade-gate-unknown` (server)
 */
export async function gatedUpgrade(
  operation: Operation, { head }: Pick<HeadRecord, 'head'>, cluster: VersionedCluster,
  { ignoreUpgradeGate = false, adopting }: UpgradeGateOptions,
): Promise<GatedUpgrade | undefined> {
  const installed = ignoreUpgradeGate || adopting !== undefined ? undefined : upgradedBy(operation, head?.revisions ?? []);
  const { gates = [] } = installed ?? {};
  const reader = inAnyVersion(cluster);
  const closed = (await Promise.all(gates.map((ref) => whyClosed(ref, reader)))).flatMap((one) => one ?? []);
  if (installed === undefined || closed.length === 0) return undefined;
  return {
    extension: 'revision' in operation ? operation.revision.extension : '',
    number: installed.number,
    ...defined({ version: installed.version }),
    gates: closed.map(({ ref, why }) => `${displayName(ref)}: ${why}`).join('; '),
  };
}

/** Whether the way there is a way back; what is no version is no way back. */
export function isReturn(from: string, to: string): boolean {
  const [before, after] = [parse(from), parse(to)];
  return before !== null && after !== null && after.compare(before) < 0;
}

/** What has no version is an upgrade of everything, and everything is one of it. */
export function isUpgrade(from: string | undefined, to: string | undefined): boolean {
  return from === undefined || to === undefined || (from !== to && !isReturn(from, to));
}

/** The revision that is installed and would be upgraded; undefined: it is no upgrade, or one that was let through before. */
function upgradedBy(operation: Operation, revisions: readonly RevisionRecord[]): RevisionRecord | undefined {
  if (operation.intent !== 'apply' || operation.again) return undefined;
  const installed = revisions.find(({ completeAt }) => completeAt !== undefined);
  if (installed === undefined || installed.digest === operation.revision.digest) return undefined;
  return isUpgrade(installed.version, operation.revision.version) ? installed : undefined;
}

interface ClosedGate {
  readonly ref: ObjectRef;
  readonly why: string;
}

/** An object that is gone, or has no gate any more, holds nothing back. @throws BoxcutterError `upgrade-gate-unknown` (server) */
async function whyClosed(ref: ObjectRef, reader: Pick<Cluster, 'get'>): Promise<ClosedGate | undefined> {
  const answer = await reader.get(ref);
  if (answer.type === 'gone' || answer.type === 'unserved') return undefined;
  if (answer.type !== 'object') throw unknown(ref, answer);
  const why = closedGate(answer.object);
  return why === undefined || why === '' ? undefined : { ref, why };
}

function unknown(ref: ObjectRef, answer: Extract<Answer, { readonly type: 'refused' | 'lost' }>): BoxcutterError {
  const why = answer.type === 'refused' ? answer.status.message : answer.message;
  const text = `Whether ${displayName(ref)}, which is installed, lets an upgrade happen now could not be read: ${why} Nothing was changed.`;
  return new BoxcutterError('upgrade-gate-unknown', 'server', text, {
    hint: ({ option }) => `Run it again when this can be read; ${option('ignoreUpgradeGate', true)} does not ask.`,
  });
}

/** What keeps an upgrade from happening now. */
export interface GatedUpgrade {
  readonly extension: string;
  /** Of the revision that is installed. */
  readonly number: number;
  readonly version?: string;
  /** Which objects, and what each of them waits for. */
  readonly gates: string;
}

export function upgradeGatedError({ extension, number, version, gates }: GatedUpgrade): BoxcutterError {
  const what = version === undefined ? `Revision ${number}` : `Version ${version}`;
  const text = `${what} of extension "${extension}", which is installed, lets no upgrade happen now: ${gates}. Nothing was changed.`;
  return new BoxcutterError('upgrade-gated', 'incomplete', text, {
    hint: ({ option }) => `Run it again when that is so, or upgrade all the same with ${option('ignoreUpgradeGate', true)}.`,
    details: { extension, revision: number, ...defined({ version }), gates },
  });
}
