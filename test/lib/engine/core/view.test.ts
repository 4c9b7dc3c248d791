/** What is kept of a live object, and which of two states is the newer one. */
import type { KubeObject } from '../../../../lib/api';
import type { OwnerContext } from '../../../../lib/engine';
import { isNewer, isSurelyNewer, viewOf, type Ingest } from '../../../../lib/engine/core/view';
import { UNSETTLED } from '../../../../lib/engine/fields';

describe('resource versions', () => {
  const versions = ['9', '10', '11', 'abc', 'abd', ''] as const;
  // Row: the candidate; column: what is known. n: surely newer; d: it cannot be compared and differs; -: no.
  const table = ['- - - d d d', 'n - - d d d', 'n n - d d d', 'd d d - d d', 'd d d d - d', 'd d d d d -'];
  const pairs = versions.flatMap((candidate, row) => (
    versions.map((known, column) => [candidate, known, table[row]?.split(' ')[column]] as const)
  ));
  test.each(pairs)(
    '"%s" against "%s": %s', (candidate, known, expected) => {
      expect([isSurelyNewer(candidate, known), isNewer(candidate, known)]).toEqual([expected === 'n', expected !== '-']);
    },
  );
});

describe('a view', () => {
  const context: OwnerContext = {
    owner: { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', namespace: 'n', uid: 'me' }, strategy: { type: 'native' }, siblings: [],
    revisionAnnotation: 'example.com/revision', fieldManager: 'ours', takeOverManagers: ['helm'],
  };
  const desired: KubeObject = {
    apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'n', annotations: { by: 'us' } }, data: { x: '1' },
  };
  const ingest: Ingest = { context, desired, probe: () => ({ status: 'pass', message: '', terminal: false }), labels: { app: 'x' } };
  const managed = (manager: string, operation = 'Apply') => ({
    manager, operation, apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {
      'f:metadata': { 'f:annotations': { 'f:by': {} } },
      'f:data': { 'f:x': {} },
    },
  });
  const live = (data: object, metadata: object = {}): KubeObject => ({
    ...desired, data, metadata: { ...desired.metadata, uid: 'u', resourceVersion: '7', managedFields: [managed('ours')], ...metadata },
  });

  test('of an object that has to go: is it aggregated?', () => {
    const { desired: _, ...leaving } = ingest;
    expect(viewOf({ ...live({}), aggregationRule: {} }, leaving).aggregated).toBe(true);
    expect(viewOf(live({}), leaving)).not.toHaveProperty('aggregated');
    expect(viewOf({ ...live({}), aggregationRule: {} }, ingest)).not.toHaveProperty('aggregated');
  });

  test('of an object as we applied it', () => {
    expect(viewOf(live({ x: '1' }), ingest)).toMatchObject({
      uid: 'u', resourceVersion: '7', terminating: false, finalizers: [], exact: true, interference: [], toMerge: false, labelled: false,
      ready: { status: 'pass' },
    });
  });
  test('of an object with other content is not exact', () => expect(viewOf(live({ x: '2' }), ingest).exact).toBe(false));
  test('of an object that has to go is never exact', () => {
    const { desired: _desired, ...going } = ingest;
    expect(viewOf(live({ x: '1' }), going)).toMatchObject({ exact: false, interference: [], toMerge: false });
  });
  test('of an object that is being deleted is not ready, whatever its probe says', () => {
    const going = viewOf(live({ x: '1' }, { deletionTimestamp: 'now', finalizers: ['f'] }), ingest);
    expect(going).toMatchObject({
      terminating: true,
      finalizers: ['f'],
      ready: { status: 'fail', message: 'is being deleted', terminal: false },
    });
  });
  test.each([
    [{ app: 'x', more: 'y' }, true],
    [{ app: 'y' }, false],
    [undefined, false],
  ])('labels %j: a stream shows it: %s', (labels, labelled) => {
    expect(viewOf(live({ x: '1' }, { labels }), ingest).labelled).toBe(labelled);
  });
  test.each([
    ['another', 'Apply', [{ path: 'metadata.annotations.by', manager: 'another' }, { path: 'data.x', manager: 'another' }]],
    ['helm', 'Update', [{ path: 'metadata.annotations.by' }, { path: 'data.x' }]],
    ['ours', 'Update', [{ path: 'metadata.annotations.by' }, { path: 'data.x' }]],
  ])('a field that %s holds by %s', (manager, operation, interference) => {
    expect(viewOf(live({ x: '2' }, { managedFields: [managed(manager, operation)] }), ingest).interference).toEqual(interference);
  });
  test.each([['helm', 'Update', true], ['ours', 'Update', true], ['another', 'Update', false], ['ours', 'Apply', false]])(
    'fields of %s by %s are merged into ours: %s', (manager, operation, toMerge) => {
      expect(viewOf(live({ x: '1' }, { managedFields: [managed(manager, operation)] }), ingest).toMerge).toBe(toMerge);
    },
  );
  test('what we own is known by a digest of its values', () => {
    const digest = (data: object): string => viewOf(live(data), ingest).owned;
    expect(digest({ x: '1' })).toBe(digest({ x: '1', y: '2' }));
    expect(digest({ x: '1' })).not.toBe(digest({ x: '2' }));
    expect(digest({ x: '1' })).not.toBe(UNSETTLED);
  });
});
