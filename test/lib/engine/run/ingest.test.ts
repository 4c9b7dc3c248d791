import { keyOf, refOf, type KubeObject, type ResolvedRevision } from '../../../../lib/api';
import { buildRollout, type ProbeVerdict, type RunOptions } from '../../../../lib/engine';
import { Ingest } from '../../../../lib/engine/run/ingest';
import { configMap, context } from '../fake-server';

/** Which contents are kept while objects become views. */
const PASS: ProbeVerdict = { status: 'pass', message: '', terminal: false };
const wanted = configMap('a');
const key = keyOf(refOf(wanted));
const revision: ResolvedRevision = {
  extension: 'web', number: 1, digest: 'x', probes: [], phases: [{
    name: 'p',
    objects: [{ object: wanted, collisionProtection: 'Prevent' }],
  }],
};
const { task, desired } = buildRollout(revision, { context, inventory: [], labelSelector: 'app=web' });
const marked = desired.get(key) ?? wanted;

function ingestWith(more: Partial<RunOptions> = {}): Ingest {
  return new Ingest({ context, desired, task, probe: () => PASS, ...more });
}

function stored(object: KubeObject, resourceVersion: string): KubeObject {
  return { ...object, metadata: { ...object.metadata, uid: 'u', resourceVersion } };
}

test('what is plainly ours is dropped as soon as it is a view', () => {
  const ingest = ingestWith();
  const fieldsV1 = { 'f:metadata': { 'f:annotations': { 'f:owners': {} } } };
  const managedFields = [{ manager: 'boxcutter', operation: 'Apply', fieldsV1 }];
  const applied = { ...marked, metadata: { ...marked.metadata, managedFields } };
  expect(ingest.view(key, stored(applied, '7'))).toMatchObject({ uid: 'u', resourceVersion: '7', labelled: true, ready: PASS });
  expect(ingest.live(key)).toBeUndefined();
});

test.each<[string, KubeObject, KubeObject['metadata']['managedFields']]>([
  ['that is not ours', wanted, undefined],
  ['that names other owners beside us', { ...marked, metadata: { ...marked.metadata, annotations: { owners: '[]' } } }, undefined],
  [
    'of which fields have to be merged',
    marked,
    [{ manager: 'boxcutter', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }],
  ],
])('the content of an object %s is kept: a patch needs it', (_, object, managedFields) => {
  const ingest = ingestWith();
  const live = stored({ ...object, metadata: { ...object.metadata, ...(managedFields === undefined ? {} : { managedFields }) } }, '7');
  ingest.view(key, live);
  expect(ingest.live(key)).toBe(live);
});

test('the content of an object that has to go is kept', () => {
  const ingest = ingestWith();
  const live = stored(configMap('former'), '7');
  ingest.view(keyOf(refOf(live)), live);
  expect(ingest.live(keyOf(refOf(live)))).toBe(live);
});

test('an older state does not replace a newer one', () => {
  const ingest = ingestWith();
  const newer = stored(wanted, '10');
  ingest.view(key, newer);
  ingest.view(key, stored(wanted, '9'));
  expect(ingest.live(key)).toBe(newer);
});

describe('a dry run', () => {
  const answer = { type: 'object', object: stored(wanted, '8'), created: false } as const;

  test('shows what is nowhere but in the answer: it is neither looked into nor kept', () => {
    const probe = jest.fn(() => PASS);
    const ingest = ingestWith({ probe });
    expect(ingest.answer(key, 'dry-run', answer)).toEqual({ type: 'accepted' });
    expect(probe).not.toHaveBeenCalled();
    expect(ingest.live(key)).toBeUndefined();
    ingest.answer(key, 'read', answer);
    expect(ingest.live(key)).toBe(answer.object);
  });

  test('is compared with what is there, where that was asked for', () => {
    const ingest = ingestWith({ onDryRun: () => undefined, compares: (one) => one === key });
    const live = stored(marked, '7');
    ingest.view(key, live);
    expect(ingest.comparison(key, 'dry-run', answer)).toEqual({ key, live, wouldBe: answer.object });
    expect(ingest.comparison('another', 'dry-run', answer)).toBeUndefined();
  });

  test('that would create has nothing to be compared with', () => {
    const ingest = ingestWith({ onDryRun: () => undefined });
    expect(ingest.comparison(key, 'dry-run', { ...answer, created: true })).toEqual({ key, wouldBe: answer.object });
  });

  test('that was refused, or that nobody asked about, is no comparison', () => {
    expect(ingestWith({ onDryRun: () => undefined }).comparison(key, 'dry-run', { type: 'gone' })).toBeUndefined();
    expect(ingestWith().comparison(key, 'dry-run', answer)).toBeUndefined();
  });
});

test('answers without an object pass through', () => {
  expect(ingestWith().answer(key, 'read', { type: 'gone' })).toEqual({ type: 'gone' });
});

describe('the same version of an object, as an answer and on the stream,', () => {
  test.each<[string, string, string, number]>([
    ['is looked into once', '7', 'u', 1],
    ['is looked into twice when its versions are no numbers: they may say nothing', 'x', 'u', 2],
  ])('%s', (_, version, uid, times) => {
    const probe = jest.fn(() => PASS);
    const ingest = ingestWith({ probe });
    const first = ingest.view(key, { ...stored(marked, version), metadata: { ...marked.metadata, uid, resourceVersion: version } });
    expect(ingest.view(key, stored(marked, version))).toEqual(first);
    expect(probe).toHaveBeenCalledTimes(times);
  });

  test('is another when the object was made anew', () => {
    const ingest = ingestWith();
    ingest.view(key, stored(marked, '7'));
    const other = { ...marked, metadata: { ...marked.metadata, uid: 'other', resourceVersion: '7' } };
    expect(ingest.view(key, other).uid).toBe('other');
  });
});
