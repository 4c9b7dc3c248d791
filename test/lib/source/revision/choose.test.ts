/** Which revision of several is meant. */
import { LABEL_OWNER, type JsonObject } from '../../../../lib/api';
import type { RevisionSource } from '../../../../lib/source';
import { chooseRevision, isRollout } from '../../../../lib/source/revision/choose';
import type { LoadedObject } from '../../../../lib/yaml';

const loaded = (manifest: JsonObject, line = 1): LoadedObject => (
  { manifest, origin: { source: 'all.yaml', line }, file: 'all.yaml', document: 1, line });

const revision = (name: string, number: number, labels: JsonObject = {}): LoadedObject => loaded({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', metadata: { name, labels },
  spec: { revision: number, phases: [] },
});

const shop = revision('shop-2', 2);
const web = revision('r-7', 7, { [LABEL_OWNER]: 'web' });
const secret = loaded({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'content' } });

const choose = (revisions: readonly LoadedObject[], name?: string, beside: readonly LoadedObject[] = []): RevisionSource =>
  chooseRevision('all.yaml', revisions, [...revisions, ...beside], { name });

test('the only one; with the Secrets beside it', () => {
  expect(choose([shop], undefined, [secret])).toMatchObject({ kind: 'revision', revision: { document: shop.manifest }, secrets: [secret] });
});

test('of several the one of the extension that is named: by its label, else by its name without the number', () => {
  expect(choose([shop, web], 'web').revision.document).toBe(web.manifest);
  expect(choose([shop, web], 'shop').revision.document).toBe(shop.manifest);
});

test('several of them, or none, are not guessed among', () => {
  expect(() => choose([shop, web])).toThrow('all.yaml holds 2 revisions (shop, web).');
  expect(() => choose([shop], 'web')).toThrow('all.yaml holds 1 revisions (shop), 0 of them of extension "web".');
  expect(() => choose([shop, shop], 'shop')).toThrow('2 of them of extension "shop"');
});

test('an object that belongs to no phase is refused', () => {
  const stray = loaded({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'stray' } }, 9);
  expect(() => choose([shop], undefined, [stray])).toThrow(/^all\.yaml:9.*: a ConfigMap stands beside a ClusterExtensionRevision/);
});

test('a pending upgrade is no revision that is rolled out', () => {
  expect([shop.manifest, { kind: 'ClusterExtensionRevision', spec: { version: '2.0.0' } }, secret.manifest].map(isRollout)).toEqual([true, false, false]);
});

test('the number in a file is text, not a pattern', () => {
  const hostile = revision(`shop-${'a'.repeat(40)}!`, '(a+)+' as unknown as number);
  const dots = revision('shop-2', '.' as unknown as number);
  const startedAt = performance.now();
  expect(() => choose([hostile, dots])).toThrow(`(shop-${'a'.repeat(40)}!, shop-2)`);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
