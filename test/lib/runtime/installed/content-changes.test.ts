/** What one revision has otherwise than another. */
import type { KubeObject, ResolvedRevision } from '../../../../lib/api';
import { contentChanges, differingObjects } from '../../../../lib/runtime';

const config = (name: string, value: string): KubeObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data: { value } });
const secret = (data: Readonly<Record<string, string>>, annotations?: Record<string, string>): KubeObject => ({
  apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key', namespace: 'shop', ...(annotations && { annotations }) },
  data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')])),
});
const revision = (...objects: readonly KubeObject[]): ResolvedRevision => ({
  extension: 'web', number: 1, digest: '', probes: [],
  phases: objects.map((object, index) => ({ name: `p${index}`, objects: [{ object, collisionProtection: 'Prevent' }] })),
});

test('objects that came, that became others and that went are named; what is the same is not, wherever it stands', () => {
  const before = revision(config('same', '1'), config('old', '1'), config('settings', '1'));
  const after = revision(config('new', '1'), config('settings', '2'), config('same', '1'));
  const { added, changed, removed } = contentChanges(before, after);
  expect([added, changed, removed].map((refs) => refs.map(({ name }) => name))).toEqual([['new'], ['settings'], ['old']]);
  expect(differingObjects(before, after).map(({ ref }) => ref.name)).toEqual(['new', 'settings', 'old']);
  expect(contentChanges(after, after)).toEqual({ added: [], changed: [], removed: [] });
});

test('of a Secret it is shown which values differ, and no value', () => {
  const note = { 'example.com/copy': 'hunter2-one' };
  const [pair, ...more] = differingObjects(
    revision(secret({ same: 'hunter2', other: 'hunter2-a', gone: 'hunter2' }, note)),
    revision(secret({ same: 'hunter2', other: 'hunter2-b', come: 'hunter2' }, { 'example.com/copy': 'hunter2-two' })),
  );
  expect(more).toEqual([]);
  expect(JSON.stringify(pair)).not.toMatch(/hunter2|aHVudGVy/);
  expect(pair?.before?.['data']).toEqual({ same: '(7 bytes, not shown)', other: '(9 bytes, not shown)', gone: '(7 bytes, not shown)' });
  expect(pair?.after).toMatchObject({
    data: { same: '(7 bytes, not shown)', other: '(9 bytes, not shown) changed', come: '(7 bytes, not shown)' },
    metadata: { name: 'key', annotations: { 'example.com/copy': '(11 bytes, not shown) changed' } },
  });
  expect(pair?.changes.map(({ path, secret: sizes }) => [path.at(-1), sizes])).toContainEqual(['other', { beforeBytes: 9, afterBytes: 9 }]);
});

test('a Secret that comes or goes as a whole shows no value either', () => {
  for (const pairs of [
    differingObjects(revision(), revision(secret({ a: 'hunter2' }))),
    differingObjects(revision(secret({ a: 'hunter2' })), revision()),
  ]) {
    expect(pairs).toHaveLength(1);
    expect(JSON.stringify(pairs)).not.toMatch(/hunter2|aHVudGVy/);
  }
});
