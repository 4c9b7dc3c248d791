/** What is refused of content that nobody vouches for. */
import type { KubeObject, ResolvedRevision, Untrusted } from '../../../../lib/api';
import type { InventoryEntry } from '../../../../lib/engine';
import { COMMAND_WORDS } from '../../../../lib/cli/command-line/hints';
import { contentDigest } from '../../../../lib/revision';
import { trustRefusal, type TrustOptions } from '../../../../lib/runtime/run/trust-guard';
import type { Operation } from '../../../../lib/state';

const doubt: Untrusted = { secret: 'shop/boxcutter-content.web.1', why: 'unsealed' };
const options: TrustOptions = { stateNamespace: 'shop' };
const configMap = (name: string, namespace = 'shop'): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } });
const role: KubeObject = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'all' } };
const entryOf = ({ apiVersion, kind, metadata: { name = '', namespace } }: KubeObject): InventoryEntry =>
  ({ ref: { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) }, order: 0, phase: 'a', uid: 'u' });

function revisionOf(objects: readonly KubeObject[], untrusted?: Untrusted): ResolvedRevision {
  const phases = [{ name: 'a', objects: objects.map((object) => ({ object, collisionProtection: 'None' as const })) }];
  return { extension: 'web', number: 1, phases, probes: [], digest: 'whatever it says', ...(untrusted === undefined ? {} : { untrusted }) };
}
const apply = (objects: readonly KubeObject[], untrusted: Untrusted | undefined = doubt): Operation =>
  ({ intent: 'rollback', revision: revisionOf(objects, untrusted), again: false });

test('trusted content does everything', () => {
  expect(trustRefusal({ intent: 'apply', revision: revisionOf([role]), again: false }, [entryOf(configMap('a', 'till'))], options)).toBeUndefined();
});

test('untrusted content does what stays within the namespace', () => {
  expect(trustRefusal(apply([configMap('a')]), [entryOf(configMap('b'))], options)).toBeUndefined();
});

test.each<[string, Operation, readonly InventoryEntry[]]>([
  ['what it writes', apply([configMap('a'), role]), []],
  ['what it deletes', apply([configMap('a')]), [entryOf(role)]],
  ['what it keeps', apply([configMap('a'), role]), [entryOf(role)]],
])('%s counts', (_, operation, inventory) => {
  expect(trustRefusal(operation, inventory, options)).toMatchObject({
    code: 'state-untrusted', category: 'input',
    message: 'Somebody other than an installer may have written the record of extension "web": Secret shop/boxcutter-content.web.1 has no seal, and it touches '
      + 'ClusterRole all (cluster-scoped). Nothing was changed.',
    details: { extension: 'web', ...doubt, beyond: [{ kind: 'ClusterRole', name: 'all', why: 'cluster-scoped' }] },
  });
});

test('a repair deletes only what it is about', () => {
  const operation: Operation = { intent: 'repair', revision: revisionOf([configMap('a')], doubt), present: new Set() };
  expect(trustRefusal(operation, [entryOf(role)], options)).toBeUndefined();
});

test.each<[Untrusted['why'], string]>([
  ['seal-wrong', 'the seal of Secret shop/boxcutter-content.web.1 is wrong: it was changed, or written without the key'],
  ['key-missing', 'cannot be checked, because there is no Secret kube-system/boxcutter-state-key'],
  ['key-refused', 'cannot be checked, because this account may not read Secret kube-system/boxcutter-state-key'],
  ['key-unusable', 'cannot be checked, because Secret kube-system/boxcutter-state-key holds no key'],
])('%s is said', (why, text) => {
  expect(trustRefusal(apply([role], { ...doubt, why }), [], options)?.message).toContain(text);
});

test('what a release says counts as what whoever may write it says: of no other namespace', () => {
  const said: Untrusted = { secret: 'shop/sh.helm.release.v1.web.v1', why: 'release' };
  expect(trustRefusal(apply([configMap('a')], said), [], options)).toBeUndefined();
  const refused = trustRefusal(apply([role], said), [], options);
  expect(refused?.message).toBe('Somebody other than an installer may have written the configuration of extension "web": it is what the release of Helm in '
    + 'shop/sh.helm.release.v1.web.v1 says, and it touches ClusterRole all (cluster-scoped). Nothing was changed.');
  expect(refused?.hintIn(COMMAND_WORDS)).toBe('boxcutter get web config -n shop shows it: give it yourself, with --config. '
    + 'If you know who wrote the Secret, trust it with --trust-state.');
  const elsewhere: Untrusted = { ...said, secret: 'till/sh.helm.release.v1.web.v1' };
  expect(trustRefusal(apply([configMap('a')], elsewhere), [], options)?.message).toContain('ConfigMap shop/a (not in namespace till)');
  expect(trustRefusal(apply([configMap('a', 'till')], elsewhere), [], options)?.message).toContain('ConfigMap till/a (not in namespace shop)');
});

test('the first five objects are named, and the option that trusts it all', () => {
  const refused = trustRefusal(apply([1, 2, 3, 4, 5, 6, 7].map((number) => configMap(`c${number}`, 'till'))), [], options);
  expect(refused?.message).toMatch(/c5 \(not in namespace shop\) and 2 more\. Nothing was changed\.$/);
  expect([refused?.hint, refused?.hintIn(COMMAND_WORDS)]).toEqual([
    expect.stringContaining('`trustState: true`'), expect.stringContaining('--trust-state.'),
  ]);
});

test('what the caller has applied itself needs no seal; what only says so, does', () => {
  const operation = apply([role]);
  const { phases, probes, digest } = revisionOf([role]);
  expect(trustRefusal(operation, [], { ...options, vouchedDigests: [contentDigest(phases, probes)] })).toBeUndefined();
  expect(trustRefusal(operation, [], { ...options, vouchedDigests: [digest] })).toMatchObject({ code: 'state-untrusted' });
});
