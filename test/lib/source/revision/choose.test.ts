/** Which revision of several is meant. */
import { LABEL_OWNER, type JsonObject, SYSTEM_NAMESPACE } from '../../../../lib/api';
import type { RevisionSource } from '../../../../lib/source';
import { chooseRevision, isRollout } from '../../../../lib/source/revision/choose';
import type { LoadedObject } from '../../../../lib/yaml';
import { cpuMilliseconds } from '../../../support/cpu-time';

const loaded = (manifest: JsonObject, line = 1): LoadedObject => (
  { manifest, origin: { source: 'all.yaml', line }, file: 'all.yaml', document: 1, line });

const revision = (name: string, number: number, labels: JsonObject = {}, ref?: JsonObject): LoadedObject => loaded({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', metadata: { name, labels },
  spec: { revision: number, phases: ref === undefined ? [] : [{ name: 'deploy', objects: [{ ref }] }] },
});
const secretNamed = (name: string, namespace = 'ops'): LoadedObject =>
  loaded({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace } }, 9);

const shop = revision('shop-2', 2, {}, { name: 'content', namespace: 'ops', key: 'a' });
const web = revision('r-7', 7, { [LABEL_OWNER]: 'web' }, { name: 'web', key: 'a' });
const secret = secretNamed('content');

const choose = (revisions: readonly LoadedObject[], name?: string, beside: readonly LoadedObject[] = []): RevisionSource =>
  chooseRevision('all.yaml', [...revisions, ...beside], name);

test('the only one; with the Secrets beside it that hold its content', () => {
  expect(choose([shop], undefined, [secret])).toMatchObject({ kind: 'revision', revision: { document: shop.manifest }, secrets: [secret] });
});

test('of several the one of the extension that is named: by its label, else by its name without the number', () => {
  expect(choose([shop, web], 'web').revision.document).toBe(web.manifest);
  expect(choose([shop, web], 'shop').revision.document).toBe(shop.manifest);
});

test('of several of one extension the one that is named itself', () => {
  const older = revision('shop-1', 1);
  expect(choose([older, shop], 'shop-1').revision.document).toBe(older.manifest);
});

test('several of them, or none, are not guessed among', () => {
  expect(() => choose([shop, web])).toThrow('all.yaml holds 2 revisions (shop, web).');
  expect(() => choose([shop], 'web')).toThrow('all.yaml holds 1 revisions (shop), 0 of them of extension "web".');
  expect(() => choose([shop, shop], 'shop')).toThrow('2 of them of extension "shop"');
});

test.each<[what: string, stray: LoadedObject, message: RegExp]>([
  [
    'an object',
    loaded({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'stray' } }, 9),
    /^all\.yaml:9.*: a ConfigMap is beside a /,
  ],
  ['a Secret', secretNamed('other'), /^all\.yaml:9.*: a Secret is beside a ClusterExtensionRevision/],
  ['a Secret with the name of its content, in another namespace', secretNamed('content', 'shop'), /: a Secret is beside/],
])('%s that belongs to no phase is refused, as it would be lost', (_what, stray, message) => {
  expect(() => choose([shop], undefined, [stray])).toThrow(message);
});

test('a Secret with the content of another revision may stand there', () => {
  expect(choose([shop, web], 'shop', [secret, secretNamed('web', SYSTEM_NAMESPACE)]).secrets).toHaveLength(2);
});

test('a pending upgrade is no revision that is rolled out', () => {
  const pending = { kind: 'ClusterExtensionRevision', spec: { version: '2.0.0' } };
  expect([shop.manifest, pending, secret.manifest].map(isRollout)).toEqual([true, false, false]);
});

test('the number in a file is text, not a pattern', () => {
  const hostile = revision(`shop-${'a'.repeat(40)}!`, '(a+)+' as unknown as number);
  const dots = revision('shop-2', '.' as unknown as number);
  const startedAt = cpuMilliseconds();
  expect(() => choose([hostile, dots])).toThrow(`(shop-${'a'.repeat(40)}!, shop-2)`);
  expect(cpuMilliseconds() - startedAt).toBeLessThan(1_000);
});
