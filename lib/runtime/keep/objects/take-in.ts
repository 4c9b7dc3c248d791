/** How what streams, reads and runs show of an object becomes what is known of it. */
import type { KubeObject } from '../../../api';
import type { ObjectView } from '../../../engine';
import { isSurelyNewer, UNSETTLED, withRecord } from '../../../engine/internal';
import { observedOf, standingOf, type KeptObject, type Observation, type Observed } from './kept-object';
import type { KeptSubject } from './object-index';

/**
 * Notes what a stream or a read shows of an object; false when it is older than what is known. What was deleted and made anew may come
 * in any order, so only states of one object are compared.
 */
export function show(kept: KeptSubject, record: KeptObject, object: KubeObject): boolean {
  const { observation } = record;
  const { uid, resourceVersion = '' } = object.metadata;
  if (typeof observation !== 'string' && observation.uid === uid && isSurelyNewer(observation.version, resourceVersion)) return false;
  const seen = observedOf(object, kept.context, kept.probe, record.recorded);
  record.observation = seen;
  const { recorded } = record;
  if (recorded.owned === UNSETTLED && isBaseline(observation, seen)) record.recorded = { ...recorded, owned: seen.owned, adopted: true };
  return true;
}

/**
 * Some objects never come to rest (the server appends an item again, a null is merged): their record holds no digest to compare with.
 * The state in which we find such an object, or in which a run leaves it, stands in for it, so that what others change later is noticed.
 */
function isBaseline(before: Observation, now: Observed): boolean {
  if (before === 'unseen' || before === 'unshown') return true;
  return typeof before !== 'string' && before.owned === UNSETTLED && before.version === now.version;
}

/** The same for an object as a run saw it last. Streams go on meanwhile: they may have shown since that it is gone. */
export function showView(record: KeptObject, view: ObjectView): void {
  const { observation, lostAt } = record;
  if (lostAt !== undefined && isSurelyNewer(lostAt, view.resourceVersion)) return;
  if (typeof observation !== 'string' && observation.uid === view.uid && isSurelyNewer(observation.version, view.resourceVersion)) return;
  const { relation } = withRecord(view.ownership, view.uid === record.recorded.uid);
  record.observation = {
    uid: view.uid,
    version: view.resourceVersion,
    owned: view.owned,
    ours: relation === 'ours',
    ...(relation === 'sibling' ? { handedOver: true as const } : {}),
    terminating: view.terminating,
    ...standingOf(view.ready),
  };
}

/** Notes that a stream no longer shows an object, as of that version; false when what is known is newer. */
export function lose(record: KeptObject, version: string | undefined): boolean {
  const { observation } = record;
  if (typeof observation !== 'string' && version !== undefined && isSurelyNewer(observation.version, version)) return false;
  if (observation !== 'absent') record.observation = 'vanished';
  record.lostAt = version;
  return true;
}

/** Notes what a live read says. `lostBefore`: `lostAt` when the read began; false when a stream showed since that it is gone. */
export function showRead(kept: KeptSubject, record: KeptObject, object: KubeObject | undefined, lostBefore: string | undefined): boolean {
  const { lostAt } = record;
  const version = object?.metadata.resourceVersion;
  if (version !== undefined && lostAt !== undefined && lostAt !== lostBefore && isSurelyNewer(lostAt, version)) return false;
  // A read is the truth of its moment, even when versions went back because the storage was restored.
  record.lostAt = undefined;
  if (object !== undefined) return show(kept, record, object);
  record.observation = 'absent';
  return true;
}
