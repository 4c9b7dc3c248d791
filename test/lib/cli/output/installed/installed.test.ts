/** What is printed of an installed extension. */
import type { JsonObject, KubeObject, ObjectRef, ResolvedRevision } from '../../../../../lib/api';
import { changesLine } from '../../../../../lib/cli/output/installed/changes-line';
import { configShown } from '../../../../../lib/cli/output/installed/config';
import { diffText } from '../../../../../lib/cli/output/installed/diff';
import { manifestShown } from '../../../../../lib/cli/output/installed/manifest';
import { paint } from '../../../../../lib/cli/output/terminal/paint';
import { differingObjects, type HistoryEntry, type InstalledRevision } from '../../../../../lib/runtime';

const revision = (objects: readonly KubeObject[], more: Partial<ResolvedRevision> = {}): ResolvedRevision => ({
  extension: 'web', number: 1, digest: 'd', probes: [],
  phases: [{ name: 'deploy', objects: objects.map((object) => ({ object, collisionProtection: 'Prevent' })) }], ...more,
});
const config = (name: string, value: string): KubeObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data: { a: '1', b: '2', value } });
const secret: KubeObject = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key' }, data: { password: 'aHVudGVyMg==' } };
const plain = paint({});

describe('the configuration', () => {
  const given: JsonObject = {
    replicas: 3, adminPassword: 'hunter2', db: {
      token: 'hunter2',
      host: 'db',
      tokens: ['hunter2'],
    }, passwordLength: '12', secretEnabled: true,
  };

  test('is shown without the texts of keys that look secret, at any depth', () => {
    const { value, hides } = configShown(revision([], { config: given }), false);
    expect(JSON.stringify(value)).not.toContain('hunter2');
    expect(value).toMatchObject({ replicas: 3, db: { host: 'db', token: '(not shown)' }, passwordLength: '12', secretEnabled: true });
    expect(hides).toBe(true);
  });

  test('is shown without what the schema of the bundle calls secret, whatever it is called and whatever it is', () => {
    const config = { pin: 4711, login: { name: 'ann', word: 'hunter2' }, 'a/b': ['hunter2'], port: 80 };
    const { value, hides } = configShown(revision([], { config, configSecrets: ['/pin', '/login/word', '/a~1b/0'] }), false);
    expect(value).toEqual({ pin: '(not shown)', login: { name: 'ann', word: '(not shown)' }, 'a/b': ['(not shown)'], port: 80 });
    expect(hides).toBe(true);
  });

  test('is shown without what went into a Secret, whole or as a part of a value', () => {
    const encoded = (text: string): string => Buffer.from(text).toString('base64');
    const secret = {
      apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db' }, data: { url: encoded('postgres://ann:hunter2@db'), pin: encoded('4711') },
    };
    const config = { word: 'hunter2', code: '4711', host: 'db', mode: 'fast' };
    expect(configShown(revision([secret], { config }), false).value)
      .toEqual({ word: '(not shown)', code: '(not shown)', host: 'db', mode: 'fast' });
  });

  test('is shown whole when that is asked for, and nothing is said to be hidden where nothing is', () => {
    expect(configShown(revision([], { config: given }), true)).toEqual({ value: given, hides: false });
    expect(configShown(revision([], { config: { replicas: 1 } }), false)).toEqual({ value: { replicas: 1 }, hides: false });
    expect(configShown(revision([]), false)).toEqual({ value: {}, hides: false });
  });
});

test('the manifest has the objects in their order, and values of Secrets only when they are asked for', () => {
  const shown = manifestShown(revision([config('settings', '1'), secret]), false);
  expect(shown).toMatchObject({
    hides: true,
    value: { kind: 'List', items: [{ kind: 'ConfigMap' }, { data: { password: '(7 bytes, not shown)' } }] },
  });
  expect(manifestShown(revision([config('settings', '1'), secret]), true)).toMatchObject({ hides: false, value: { items: [{}, secret] } });
  expect(manifestShown(revision([config('settings', '1')]), false).hides).toBe(false);
});

describe('the difference of two revisions', () => {
  const side = (number: number, content: ResolvedRevision): InstalledRevision =>
    ({ record: { number, digest: content.digest, at: '2026-01-01T00:00:00Z', ...(number === 2 && { version: '1.1.0' }) }, content });
  const text = (before: ResolvedRevision, after: ResolvedRevision): string =>
    diffText('web', { from: side(1, before), to: side(2, after) }, differingObjects(before, after), plain).join('\n');

  test('is a unified diff of each object', () => {
    expect(text(revision([config('settings', '1'), config('old', '1')]), revision([config('settings', '2')], { digest: 'e' })))
      .toBe(`web: revision 1 → revision 2 (version 1.1.0): 1 object changed, 1 object removed

--- ConfigMap shop/settings  revision 1
+++ ConfigMap shop/settings  revision 2 (version 1.1.0)
@@ -6,4 +6,4 @@
 data:
   a: '1'
   b: '2'
-  value: '1'
+  value: '2'

--- ConfigMap shop/old  revision 1
+++ nothing
@@ -1,9 +0,0 @@
-apiVersion: v1
-kind: ConfigMap
-metadata:
-  name: old
-  namespace: shop
-data:
-  a: '1'
-  b: '2'
-  value: '1'`);
  });

  test('says so where the objects are the same', () => {
    expect(text(revision([secret]), revision([secret]))).toBe('web: revision 1 → revision 2 (version 1.1.0): the same content');
    expect(text(revision([secret]), revision([secret], { digest: 'e' })))
      .toContain('the same objects; phases, probes or protections differ');
  });
});

describe('what a revision changed, in a line', () => {
  const ref = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name });
  const entry = (number: number, more: Partial<HistoryEntry>, version?: string): HistoryEntry =>
    ({ record: { number, digest: 'd', at: '2026-01-01T00:00:00Z', ...(version !== undefined && { version }) }, ...more });

  test.each<[string, HistoryEntry, HistoryEntry | undefined]>([
    ['3 objects', entry(1, { objects: 3 }), undefined],
    ['1 object', entry(1, { objects: 1 }), undefined],
    ['-', entry(4, { objects: 3 }), undefined],
    [
      '1.0.0 → 1.1.0; +ConfigMap/a ~ConfigMap/b -ConfigMap/c',
      entry(2, { changes: { added: [ref('a')], changed: [ref('b')], removed: [ref('c')] } }, '1.1.0'),
      entry(1, {}, '1.0.0'),
    ],
    [
      '2 added, 2 removed',
      entry(2, { changes: { added: [ref('a'), ref('b')], changed: [], removed: [ref('c'), ref('d')] } }),
      entry(1, {}),
    ],
    ['the same objects', entry(2, { changes: { added: [], changed: [], removed: [] } }), entry(1, {})],
    ['no version → 1.0.0', entry(3, {}, '1.0.0'), entry(2, {})],
  ])('%s', (line, of, before) => {
    expect(changesLine(of, before)).toBe(line);
  });
});
