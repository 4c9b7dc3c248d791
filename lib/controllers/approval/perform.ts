/** What was decided about an upgrade, written: pending upgrades made and removed, and what became of the current one in its status. */
import { ANNOTATION_APPROVED_BY, API_VERSION, type ClusterExtensionRevision, type KubeObject, refOf } from '../../api';
import { BoxcutterError } from '../../errors';
import { formatPointer } from '../../issue';
import type { KubeLane } from '../../kube';
import type { Approval } from '../../state';
import { conditionsOf, type ConditionFact, transitionsOf } from '../conditions';
import {
  type Clock, type EventRecorder, isSettled, type Log, type ResourceCache, timestamp, wordsOfAnswer, writeStatus,
} from '../process';
import { approverOf } from './approver';
import type { UpgradeDecision, UpgradeWait } from './decide';
import { type PendingUpgrade, pendingName, pendingObject, type UpgradeBundle } from './pending';
import { upgradeDigest } from './upgrade-digest';
import { nextText, waitingCondition } from './wait-words';

type LiveRevision = ClusterExtensionRevision & KubeObject;
type Status = NonNullable<ClusterExtensionRevision['status']>;

/** What approving would do, as it stands in the status. */
export type UpgradeChanges = NonNullable<Status['upgrade']>;

export interface UpgradePlace {
  readonly cluster: Pick<KubeLane, 'create' | 'get' | 'patch' | 'delete' | 'replaceStatus'>;
  readonly revisions: ResourceCache<LiveRevision>;
  readonly extensions: Pick<ResourceCache<KubeObject>, 'get'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info'>;
  readonly events: EventRecorder;
}

export interface Upgrade {
  readonly extension: Parameters<typeof pendingObject>[0] & KubeObject;
  readonly installed?: UpgradeBundle;
  /** Name of the revision that rolls the upgrade out. Absent: none does. */
  readonly revision?: string;
}

/**
 * May be broken off anywhere: what was not written is decided again.
 * @returns who has approved the current pending upgrade; undefined: nobody has
 */
export async function performUpgrade(
  decision: UpgradeDecision, upgrade: Upgrade, place: UpgradePlace, fieldManager: string,
): Promise<Approval | undefined> {
  const { create, remove, current, waits } = decision;
  await removePending(remove, place);
  if (create !== undefined) await write(create, waits, upgrade, place, fieldManager);
  return current === undefined ? undefined : report(current, decision, upgrade, place, fieldManager);
}

/** Those that are gone already are no trouble. @throws BoxcutterError `revision-refused` (server) */
export async function removePending(pending: readonly PendingUpgrade[], place: Pick<UpgradePlace, 'cluster'>): Promise<void> {
  for (const { name, uid } of pending) {
    const answer = await place.cluster.delete({ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name }, { uid });
    if (isSettled(answer)) continue;
    const why = wordsOfAnswer(answer, 'its kind is not served');
    throw new BoxcutterError('revision-refused', 'server', `The pending upgrade ${name} could not be deleted: ${why}`);
  }
}

/**
 * Puts down what approving would do. The content that is approved is put down once, its objects until it is approved; packages that it
 * brings along may become fewer: that there are more makes it another upgrade (`disown`).
 */
export async function noteChanges({ name, uid }: PendingUpgrade, changes: UpgradeChanges, place: UpgradePlace): Promise<void> {
  const live = place.revisions.get(name);
  if (live?.metadata.uid !== uid) return;
  const result = await writeStatus(place.cluster, live, ({ spec, status = {} }) => {
    const content = status.upgrade?.content ?? changes.content;
    // What somebody approves meanwhile is what they have seen.
    const [first, second] = isApproved(spec) ? [status.upgrade, changes] : [changes, status.upgrade];
    const rendered = first?.rendered ?? second?.rendered;
    const dependencies = changes.dependencies ?? status.upgrade?.dependencies ?? [];
    const packages = dependencies.map((one) => one.package);
    const upgrade = {
      ...changes,
      ...(dependencies.length === 0 ? {} : { dependencies }),
      ...(content === undefined ? {} : { content, digest: upgradeDigest(content, packages, rendered) }),
      ...(rendered === undefined ? {} : { rendered }),
    };
    return { ...status, upgrade };
  });
  if (result.type === 'written') place.revisions.note(result.object);
}

function isApproved(spec: LiveRevision['spec']): boolean {
  return 'approved' in spec && spec.approved === true;
}

async function write(
  found: UpgradeBundle, waits: UpgradeWait | undefined, { extension, installed }: Upgrade, place: UpgradePlace, fieldManager: string,
): Promise<void> {
  const isTaken = (one: string): boolean => place.revisions.get(one) !== undefined || isForRevision(one, place);
  const name = pendingName(extension.metadata.name ?? '', found.version, isTaken);
  const answer = await place.cluster.create(pendingObject(extension, found, name, place.clock.now()), { fieldManager });
  // Of the same name: the cache shows it soon, and the next turn takes another one. Lost: it may be there, and the cache will tell.
  if (answer.type === 'lost' || (answer.type === 'refused' && answer.status.reason === 'AlreadyExists')) return;
  if (answer.type !== 'object') {
    const why = wordsOfAnswer(answer, 'its kind is not served');
    throw new BoxcutterError('revision-refused', 'server', `The pending upgrade ${name} could not be written: ${why}`);
  }
  place.events.record(extension, {
    type: 'Normal', reason: 'UpgradeAvailable', action: 'Upgrade', isRare: true,
    note: `Version ${found.version} can follow ${installed?.version ?? 'what is installed'}: ${nextText(waits, name)}`,
  });
}

/** `shop-1.0.0-1` may be version 1.0.0-1 of `shop`, and is what revision 1 of an extension `shop-1.0.0` is called. */
function isForRevision(name: string, { extensions }: UpgradePlace): boolean {
  const extension = /^(.+)-\d+$/.exec(name)?.[1];
  return extension !== undefined && extensions.get(extension) !== undefined;
}

async function report(
  pending: PendingUpgrade, decision: UpgradeDecision, upgrade: Upgrade, place: UpgradePlace, fieldManager: string,
): Promise<Approval | undefined> {
  const live = place.revisions.get(pending.name);
  if (live?.metadata.uid !== pending.uid) return undefined;
  if (!pending.isApproved) await forgetApprover(live, place, fieldManager);
  const now = place.clock.now();
  const { generation } = live.metadata;
  const facts = conditionsOfPending(pending, decision, upgrade);
  const result = await writeStatus(place.cluster, live, ({ status = {} }) => {
    const { approvedAt: _at, approvedBy: _by, ...rest } = status;
    const conditions = conditionsOf(status.conditions ?? [], facts, { now, generation });
    return { ...rest, conditions, ...approvalStatus(pending, live, status, now) };
  });
  if (result.type === 'gone') return undefined;
  const { approvedAt, approvedBy } = result.object.status ?? {};
  const approval = approvedAt === undefined ? undefined : { at: approvedAt, ...approvedBy };
  if (result.type === 'unchanged') return approval;
  place.revisions.note(result.object);
  for (const { type, to } of transitionsOf(live.status?.conditions, result.object.status?.conditions ?? [], now)) {
    if (to.status !== 'True') continue;
    const reason = type === 'Approved' ? 'UpgradeApproved' : 'UpgradeInitiated';
    const by = type === 'Approved' ? { reason: to.reason, approvedBy } : {};
    const facts = { extension: upgrade.extension.metadata.name, upgrade: pending.name, ...by };
    place.log.info(facts, type === 'Approved' ? 'upgrade approved' : 'upgrade initiated');
    for (const regarding of [upgrade.extension, live]) {
      place.events.record(regarding, { type: 'Normal', reason, action: 'Upgrade', note: to.message, isRare: true });
    }
  }
  return approval;
}

/** Who took an approval back does not approve it when somebody else does; the admission policy would refuse that. */
async function forgetApprover(live: LiveRevision, { cluster }: UpgradePlace, fieldManager: string): Promise<void> {
  const { annotations, resourceVersion } = live.metadata;
  if (annotations?.[ANNOTATION_APPROVED_BY] === undefined) return;
  // Whatever the answer is, a change of the object is a turn of its own.
  await cluster.patch(refOf(live), [
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
    { op: 'remove', path: formatPointer(['metadata', 'annotations', ANNOTATION_APPROVED_BY]) },
  ], fieldManager);
}

/** As long as it is approved: who takes it back and gives it again has approved it then. */
function approvalStatus(
  { isApproved }: PendingUpgrade, live: LiveRevision, { approvedAt, approvedBy }: Status, now: Date,
): Partial<Status> {
  if (!isApproved) return {};
  return { approvedAt: approvedAt ?? timestamp(now), approvedBy: approvedBy ?? approverOf(live) };
}

function conditionsOfPending(
  { isApproved, bundle: { version } }: PendingUpgrade, { unapproved, waits }: UpgradeDecision, { revision }: Upgrade,
): readonly ConditionFact[] {
  const approved = isApproved ? { status: 'True', reason: 'Approved', message: `The upgrade to version ${version} is approved.` } as const
    : unapproved !== undefined ? waitingCondition(unapproved, version)
      : { status: 'True', reason: 'ApprovedByRule', message: `The rule of the extension lets version ${version} go.` } as const;
  const gated = waits?.type === 'gate' ? { status: 'False', reason: 'UpgradeGated', message: waits.message } as const : undefined;
  const initiated = revision === undefined
    ? { status: 'False', reason: 'NotInitiated', message: 'The upgrade has not begun.' } as const
    : { status: 'True', reason: 'UpgradeInitiated', message: `The upgrade to version ${version} is rolled out as ${revision}.` } as const;
  return [{ type: 'Approved', ...approved }, { type: 'Progressing', ...(revision === undefined ? gated ?? initiated : initiated) }];
}
