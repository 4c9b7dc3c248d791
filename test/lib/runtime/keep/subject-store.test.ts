import { ANNOTATION_OWNERS, keyOf, type KubeObject, type ObjectRef, type ProgressionProbe } from '../../../../lib/api';
import { ownedDigest, UNSETTLED } from '../../../../lib/engine/fields';
import type { ObjectView } from '../../../../lib/engine';
import { SubjectStore } from '../../../../lib/runtime/keep/subject-store';
import { subjectOf } from '../../../../lib/runtime/keep/facts';
import type { KeepEvent } from '../../../../lib/runtime/keep/events';
import type { Head, StoredHead } from '../../../../lib/state';

const ID = 'state/boxcutter.web';
const HEAD = { apiVersion: 'v1', kind: 'Secret', namespace: 'state', name: 'boxcutter.web' };
const refOfMap = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name });

/** A ConfigMap as the server shows it after our apply, or after another client's. */
function live(name: string, version: number, value = '1', { uid = `uid-${name}`, owner = 'head-uid' } = {}): KubeObject {
  return {
    apiVersion: 'v1', kind: 'ConfigMap', data: { value },
    metadata: {
      name, namespace: 'shop', uid, resourceVersion: String(version),
      annotations: { [ANNOTATION_OWNERS]: JSON.stringify([{ ...HEAD, uid: owner, controller: true }]) },
      managedFields: [{ manager: 'boxcutter', operation: 'Apply', apiVersion: 'v1', fieldsV1: { 'f:data': { 'f:value': {} } } }],
    },
  };
}

function stored(version: number, names: readonly string[], extra: Partial<Head> = {}): StoredHead {
  const inventory = names.map((name) => ({
    ref: refOfMap(name),
    order: 0,
    phase: 'p',
    uid: `uid-${name}`,
    desired: 'd',
    owned: ownedDigest(live(name, 1), 'boxcutter'),
  }));
  const head: Head = { extension: 'web', revisions: [{ number: 1, digest: 'x', at: '', completeAt: 'then' }], inventory, ...extra };
  return { head, uid: 'head-uid', resourceVersion: String(version), ref: HEAD };
}

/** @param known what streams have, once a list has shown the state of the cluster as of a version */
function open({ shown = false, listedAt = 0, known = [] as readonly string[] } = {}) {
  const stream = { listedAt, known };
  const events: KeepEvent[] = [];
  const watched: string[] = [];
  const store = new SubjectStore({
    tell: (event) => events.push(event),
    planned: () => undefined,
    watch: (added, dropped) => watched.push(...added.map(({ name }) => `+${name}`), ...dropped.map(({ name }) => `-${name}`)),
    isShown: () => shown,
    misses: ({ name }, version) => Number(version) <= stream.listedAt && !stream.known.includes(name),
    listedAt: () => String(stream.listedAt),
    clock: { now: () => 1_000_000, timeOfDay: (at) => at },
  });
  const drift = () => events.flatMap((event) => (event.type === 'drift' ? [`${event.ref.name} ${event.reason}`] : []));
  return { store, events, watched, drift, stream };
}
const key = (name: string): string => keyOf(refOfMap(name));
const work = (store: SubjectStore): unknown => store.due(ID)?.work;
const dueAt = (store: SubjectStore): number => store.due(ID)?.at ?? Infinity;

test('What is as the last run left it needs nothing, in whatever order head and objects come', () => {
  const { store, drift } = open();
  store.take(ID, subjectOf(stored(10, ['a'])), []);
  store.changed(key('a'), live('a', 5));
  expect([work(store), drift()]).toEqual([undefined, []]);
});

test('A change is decided when it is shown, told once, and forgotten when it is undone', () => {
  const { store, drift } = open();
  store.take(ID, subjectOf(stored(10, ['a', 'b'])), []);
  store.changed(key('a'), live('a', 11, 'theirs'));
  store.changed(key('a'), live('a', 12, 'theirs too'));
  expect(drift()).toEqual(['a changed']);
  expect(work(store)).toEqual({ type: 'repair', keys: [key('a')] });
  store.changed(key('a'), live('a', 13));
  expect(work(store)).toBeUndefined();
});

test('An older state that comes late changes nothing', () => {
  const { store } = open();
  store.take(ID, subjectOf(stored(10, ['a'])), []);
  store.changed(key('a'), live('a', 13));
  store.changed(key('a'), live('a', 12, 'theirs'));
  store.removed(key('a'), '12');
  expect(work(store)).toBeUndefined();
});

/** The object as the answer to a run's write shows it. */
function viewOf(object: KubeObject): ObjectView {
  const { uid = '', resourceVersion = '' } = object.metadata;
  const view = {
    uid, resourceVersion, owned: ownedDigest(object, 'boxcutter'), ownership: { relation: 'ours' }, terminating: false,
    ready: { status: 'pass', message: '', terminal: false },
  };
  return view as unknown as ObjectView;
}

describe('A deletion is not forgotten for an answer that is older', () => {
  function lost() {
    const { store } = open();
    store.take(ID, subjectOf(stored(10, ['a'])), []);
    store.changed(key('a'), live('a', 11, 'theirs'));
    const kept = store.kept(ID);
    const record = kept?.records.get(key('a'));
    if (kept === undefined || record === undefined) throw new Error('no record');
    return { store, kept, record };
  }

  test('when a run wrote the object, and it was deleted before the run had ended', () => {
    const { store, kept, record } = lost();
    store.removed(key('a'), '14');
    store.noteRun(kept, [], new Map([[key('a'), viewOf(live('a', 12))]]));
    expect(store.isWrong(kept, record)).toBe(true);
    expect(work(store)).toEqual({ type: 'repair', keys: [key('a')] });
  });

  test('when somebody made another of its name since', () => {
    const { store, kept, record } = lost();
    store.removed(key('a'), '14');
    store.changed(key('a'), live('a', 15, '1', { uid: 'another' }));
    store.noteRun(kept, [], new Map([[key('a'), viewOf(live('a', 12))]]));
    expect(store.isWrong(kept, record)).toBe(true);
  });

  test('when a read began before it', () => {
    const { store, kept, record } = lost();
    const { lostAt } = record;
    store.removed(key('a'), '14');
    expect(store.confirm(kept, record, live('a', 12), lostAt)).toBe(true);
    // One that began after it is believed, even with a lower version: the storage may have been restored.
    expect(store.confirm(kept, record, live('a', 12), '14')).toBe(false);
  });

  test('but the object that the run made after it counts', () => {
    const { store, kept, record } = lost();
    store.removed(key('a'), '14');
    store.noteRun(kept, [], new Map([[key('a'), viewOf(live('a', 15))]]));
    expect(store.isWrong(kept, record)).toBe(false);
    expect(work(store)).toBeUndefined();
  });
});

describe('What was made and deleted again in a gap of the stream is missed by no one', () => {
  const all = () => true;
  function repaired() {
    const opened = open({ listedAt: 9 });
    const { store } = opened;
    store.take(ID, subjectOf(stored(10, ['a'])), []);
    store.changed(key('a'), live('a', 11));
    store.removed(key('a'), '12');
    const kept = store.kept(ID);
    const record = kept?.records.get(key('a'));
    if (kept === undefined || record === undefined) throw new Error('no record');
    const made = (version: number): void => {
      store.take(ID, subjectOf({ ...stored(30, ['a']) }), []);
      store.noteRun(kept, [], new Map([[key('a'), viewOf(live('a', version))]]));
    };
    return { ...opened, kept, record, made };
  }

  test('when the list that begins the stream anew comes after the end of the run that made it', () => {
    const { store, stream, kept, record, made } = repaired();
    made(15);
    expect(store.isWrong(kept, record)).toBe(false);
    stream.listedAt = 20;
    store.synced(all, '20');
    expect(work(store)).toEqual({ type: 'repair', keys: [key('a')] });
    expect(store.confirm(kept, record, undefined, record.lostAt, '20')).toBe(true);
  });

  test('when it comes before the run has ended', () => {
    const { store, stream, kept, record, made } = repaired();
    stream.listedAt = 20;
    store.synced(all, '20');
    made(15);
    expect(store.isWrong(kept, record)).toBe(true);
  });

  test('when another client made it, and the list comes while it is read', () => {
    const { store, stream, kept, record } = repaired();
    const { lostAt } = record;
    stream.listedAt = 20;
    store.synced(all, '20');
    expect(store.confirm(kept, record, live('a', 15), lostAt, '9')).toBe(true);
    // A read that began after it is the truth.
    expect(store.confirm(kept, record, live('a', 15), lostAt, '20')).toBe(false);
  });

  test('but nothing is looked at that the stream knows, or that is newer than the list', () => {
    const { store, stream, kept, record, made } = repaired();
    made(25);
    stream.listedAt = 20;
    store.synced(all, '20');
    expect([store.isWrong(kept, record), work(store)]).toEqual([false, undefined]);
    Object.assign(stream, { listedAt: 30, known: ['a'] });
    store.synced(all, '30');
    expect(work(store)).toBeUndefined();
  });
});

test('An object that a stream lost is looked at; a read that finds it as it was clears the suspicion', () => {
  const { store, drift } = open();
  store.take(ID, subjectOf(stored(10, ['a'])), []);
  store.changed(key('a'), live('a', 11));
  store.removed(key('a'), '12');
  expect(work(store)).toEqual({ type: 'repair', keys: [key('a')] });
  const kept = store.kept(ID);
  const record = kept?.records.get(key('a'));
  if (kept === undefined || record === undefined) throw new Error('no record');
  expect(store.confirm(kept, record, live('a', 13), '12')).toBe(false);
  expect(work(store)).toBeUndefined();
  expect(store.confirm(kept, record, undefined, undefined)).toBe(true);
  expect(drift()).toEqual(['a missing', 'a missing']);
});

test('What a complete stream has not shown is looked at, but not told before a read has confirmed it', () => {
  const { store, drift } = open();
  store.take(ID, subjectOf(stored(10, ['a'])), []);
  store.synced(() => true);
  expect([work(store), drift()]).toEqual([{ type: 'repair', keys: [key('a')] }, []]);
});

test('An object whose kind was streamed before its record was known is looked at', () => {
  const { store, drift } = open({ shown: true });
  store.take(ID, subjectOf(stored(10, ['a'])), []);
  expect([work(store), drift()]).toEqual([{ type: 'repair', keys: [key('a')] }, []]);
});

test('While another run holds the extension what it changes is no drift; its record makes it right', () => {
  const { store, drift } = open();
  store.take(ID, subjectOf(stored(10, ['a'])), []);
  store.changed(key('a'), live('a', 11));
  const lock = {
    id: 'x',
    holder: 'somebody',
    host: 'elsewhere',
    pid: 1,
    purpose: 'apply',
    since: '',
    renewed: new Date(1_000_000).toISOString(),
  };
  store.take(ID, subjectOf(stored(12, ['a'], { lock })), undefined);
  store.changed(key('a'), live('a', 13, '2'));
  expect(drift()).toEqual([]);
  const inventory = [{
    ...stored(0, ['a']).head.inventory[0],
    ref: refOfMap('a'),
    order: 0,
    phase: 'p',
    owned: ownedDigest(live('a', 13, '2'), 'boxcutter'),
  }];
  store.take(ID, subjectOf(stored(14, ['a'], { inventory })), undefined);
  expect(work(store)).toBeUndefined();
});

test('Streams are asked for what a head names, and given back for what it names no more or when it is gone', () => {
  const { store, watched, events } = open();
  store.take(ID, subjectOf(stored(10, ['a', 'b'])), []);
  store.take(ID, subjectOf(stored(11, ['b', 'c'])), []);
  store.drop(ID);
  expect(watched).toEqual(['+a', '+b', '+c', '-a', '-b', '-c']);
  expect(events.map((event) => (event.type === 'extension' ? event.change : event.type))).toEqual(['appeared', 'gone']);
  expect([store.subjects, store.objects]).toEqual([0, 0]);
});

test('Two extensions that both claim an object both judge it', () => {
  const { store, events } = open();
  store.take(ID, subjectOf(stored(10, ['a'])), []);
  const other: StoredHead = { ...stored(10, ['a'], { extension: 'other' }), uid: 'other-uid', ref: { ...HEAD, name: 'boxcutter.other' } };
  store.take('state/boxcutter.other', subjectOf(other), []);
  store.changed(key('a'), live('a', 11));
  const told = events.flatMap((event) => (event.type === 'drift' ? [`${event.extension} ${event.reason}`] : []));
  expect(told).toEqual(['other taken']);
});

test('Readiness is told when it changes, by the probes of the revision', () => {
  const { store, events } = open();
  const probe: ProgressionProbe = {
    selector: { type: 'GroupKind', groupKind: { group: '', kind: 'ConfigMap' } },
    assertions: [{ type: 'FieldValue', fieldValue: { fieldPath: 'data.value', value: '1' } }],
  };
  store.take(ID, subjectOf(stored(10, ['a'])), [probe]);
  store.changed(key('a'), live('a', 11));
  store.changed(key('a'), live('a', 12, '2'));
  store.changed(key('a'), live('a', 13));
  expect(events.flatMap((event) => (event.type === 'readiness' ? [event.ready.status] : []))).toEqual(['fail', 'pass']);
});

test('A run that waits is followed by another when a failure becomes one that waiting does not end, and when it is none any more', () => {
  const { store, events } = open();
  const selector: ProgressionProbe['selector'] = { type: 'GroupKind', groupKind: { group: '', kind: 'ConfigMap' } };
  const probe: ProgressionProbe = { selector, assertions: [
    { type: 'FieldValue', fieldValue: { fieldPath: 'data.pass', value: 'yes' } },
    { type: 'CEL', cel: { rule: '!has(self.data.broken)', message: 'it is broken' }, terminal: true },
  ] };
  const having = (version: number, more: object): KubeObject => ({ ...live('a', version), data: { value: '1', ...more } });
  const waits = (): void => {
    store.advance(ID, { type: 'begun' });
    store.advance(ID, { type: 'ended', work: { type: 'rollout' }, left: true, waits: true });
  };
  store.take(ID, subjectOf(stored(10, ['a'], { revisions: [{ number: 1, digest: 'x', at: '' }] })), [probe]);
  store.changed(key('a'), having(11, { pass: 'no' }));
  waits();
  store.changed(key('a'), having(12, { pass: 'never' }));
  expect(dueAt(store)).toBe(Infinity);
  store.changed(key('a'), having(13, { pass: 'no', broken: 'yes' }));
  expect(dueAt(store)).toBe(1_000_500);
  waits();
  store.changed(key('a'), having(14, { pass: 'no' }));
  expect(dueAt(store)).toBe(1_000_500);
  // It was not ready all the time.
  expect(events.filter(({ type }) => type === 'readiness')).toEqual([]);
});

test('A paused extension is told about and not worked on; resumed, it is, and not told about again', () => {
  const { store, events, drift } = open();
  store.take(ID, subjectOf(stored(10, ['a'], { paused: { since: '', by: 'ada' } })), []);
  store.changed(key('a'), live('a', 11, 'theirs'));
  expect(work(store)).toBeUndefined();
  expect(events).toContainEqual(expect.objectContaining({ type: 'drift', paused: true }));
  store.take(ID, subjectOf(stored(12, ['a'])), undefined);
  expect(work(store)).toEqual({ type: 'repair', keys: [key('a')] });
  expect(drift()).toEqual(['a changed']);
});

describe('An object that never comes to rest under our applies has no digest on record', () => {
  const unsettled = (version: number): StoredHead => {
    const [entry] = stored(version, ['a']).head.inventory;
    if (entry === undefined) throw new Error('no entry');
    return stored(version, ['a'], { inventory: [{ ...entry, owned: UNSETTLED }] });
  };

  test('as it is found it counts as right, and what others change later is noticed', () => {
    const { store, drift } = open();
    store.take(ID, subjectOf(unsettled(10)), []);
    store.changed(key('a'), live('a', 5, 'as the server has it'));
    store.take(ID, subjectOf(unsettled(11)), undefined);
    expect(drift()).toEqual([]);
    store.changed(key('a'), live('a', 12, 'theirs'));
    expect(drift()).toEqual(['a changed']);
  });

  test('as a run leaves it it counts as right, and is no reason for the next run', () => {
    const { store, drift } = open();
    store.take(ID, subjectOf(unsettled(10)), []);
    store.changed(key('a'), live('a', 5));
    store.changed(key('a'), live('a', 12, 'theirs'));
    const kept = store.kept(ID);
    if (kept === undefined) throw new Error('no kept');
    const view = {
      uid: 'uid-a',
      resourceVersion: '13',
      owned: UNSETTLED,
      ownership: { relation: 'ours', listed: true },
      terminating: false,
      ready: { status: 'pass', message: '', terminal: false },
    };
    store.noteRun(kept, [], new Map([[key('a'), view as unknown as ObjectView]]));
    store.take(ID, subjectOf(unsettled(14)), undefined);
    expect(work(store)).toBeUndefined();
    store.changed(key('a'), live('a', 13, 'as the run left it'));
    store.changed(key('a'), live('a', 15, 'as the run left it'));
    expect(work(store)).toBeUndefined();
    store.changed(key('a'), live('a', 16, 'theirs again'));
    expect(drift()).toEqual(['a changed', 'a changed']);
  });
});
