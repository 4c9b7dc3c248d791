/** The situations that OLM's own tests know, written anew: what upstream says of each, and where we say it better. */
import type { JsonObject } from '../../../../lib/api';
import type { Answer } from '../../../../lib/engine';
import { checkCrdUpgrades, crdUpgradeError, formatCrdErrors, type CrdReader } from '../../../../lib/guards';
import { definition, specOf } from './definitions';

const string = { type: 'string' };
const mode = (...values: readonly string[]): JsonObject => specOf({ mode: { ...string, enum: values }, extra: { type: 'boolean' } });
const limited: JsonObject = {
  count: { type: 'integer', minimum: 1, maximum: 9 }, list: { type: 'array', items: string, minItems: 1, maxItems: 9 },
  text: { ...string, minLength: 1, maxLength: 9 }, map: { type: 'object', minProperties: 1, maxProperties: 9 }, mode: { ...string, enum: ['a', 'b'] },
};
const tighter: JsonObject = {
  count: { type: 'integer', minimum: 2, maximum: 8, default: 3 }, list: { type: 'array', items: string, minItems: 2, maxItems: 8 },
  text: { ...string, minLength: 2, maxLength: 8 }, map: { type: 'object', minProperties: 2, maxProperties: 8 }, mode: { ...string, enum: ['a'] },
};
const tls = { mode: string, credentialName: string };
const server = (properties: JsonObject, more: JsonObject): JsonObject =>
  specOf({ servers: { type: 'array', items: { type: 'object', properties: { tls: { properties, ...more } } } } });

type Row = readonly [situation: string, old: JsonObject, next: JsonObject, errors: readonly string[]];
const rows: readonly Row[] = [
  ['a valid upgrade', definition({ v1: specOf(limited) }), definition({ v1: specOf({ ...limited, more: string }), v2: specOf({ ...limited, more: string }) }), []],
  ['everything made stricter', definition({ v1: specOf(limited), v0: specOf({}) }, { storedVersions: ['v0', 'v1'] }),
    definition({ v1: specOf(tighter, { required: ['text'] }) }, { scope: 'Cluster' }), [
      'scope: scope changed : "Namespaced" -> "Cluster"',
      'storedVersionRemoval: stored versions removed : [v0]',
      'v1: ^.spec: required: new required fields: [text]',
      'v1: ^.spec.count: default: default added when there was none previously : "3"',
      'v1: ^.spec.count: maximum: maximum decreased : 9 -> 8',
      'v1: ^.spec.count: minimum: minimum increased : 1 -> 2',
      'v1: ^.spec.list: maxItems: maximum decreased : 9 -> 8',
      'v1: ^.spec.list: minItems: minimum increased : 1 -> 2',
      'v1: ^.spec.text: maxLength: maximum decreased : 9 -> 8',
      'v1: ^.spec.text: minLength: minimum increased : 1 -> 2',
      'v1: ^.spec.map: maxProperties: maximum decreased : 9 -> 8',
      'v1: ^.spec.map: minProperties: minimum increased : 1 -> 2',
      'v1: ^.spec.mode: enum: allowed enum values removed : ["b"]',
    ]],
  // Upstream tells of the lost type of each field below as well; one line says it all.
  ['a field removed', definition({ v1: specOf(limited) }), definition({ v1: specOf({ ...limited, list: undefined } as unknown as JsonObject) }),
    ['existingFieldRemoval: removed field : v1.^.spec.list']],
  ['a description changed', definition({ v1: specOf({ x: { ...string, description: 'a' } }) }), definition({ v1: specOf({ x: { ...string, description: 'b' } }) }), []],
  ['versions that a webhook converts', definition({ v1: mode('a', 'b') }), definition({ v1: mode('a', 'b'), v2: mode('a') }, { conversion: 'Webhook' }), []],
  ['the same without a webhook', definition({ v1: mode('a', 'b') }, { conversion: 'Webhook' }), definition({ v1: mode('a', 'b'), v2: mode('a') }),
    ['v1 -> v2: ^.spec.mode: enum: allowed enum values removed : ["b"]']],
  ['the same trouble as before', definition({ v1: mode('a', 'b'), v2: mode('a') }), definition({ v1: mode('a', 'b'), v2: mode('a') }), []],
  ['the same trouble, and another', definition({ v1: specOf({ mode: { enum: ['a', 'b'] } }), v2: specOf({ mode: { enum: ['a'] } }) }),
    definition({ v1: specOf({ mode: { enum: ['a', 'b'] }, extra: { type: 'boolean' } }), v2: specOf({ mode: { enum: ['a'] }, extra: string }) }),
    ['v1 -> v2: ^.spec.extra: type: type changed : "boolean" -> "string"']],
  ['an alternative removed', definition({ v1: server(tls, { oneOf: [{ required: ['mode'] }, { required: ['credentialName'] }] }) }),
    definition({ v1: server(tls, { oneOf: [{ required: ['mode'] }] }) }),
    ['v1: ^.spec.servers.items.tls: oneOf: allowed oneOf schemas removed: [{"required":["credentialName"]}]']],
  ['an optional field', definition({ v1: specOf({}) }), definition({ v1: specOf({ x: string }) }), []],
  ['a change without a rule', definition({ v1: specOf({ x: string }) }), definition({ v1: specOf({ x: { ...string, format: 'email' } }) }),
    ['v1: ^.spec.x: unhandled: unhandled changes found (Format "" -> "email")']],
  ['several in one place, deep inside', definition({ v1beta1: server(tls, { type: 'object', nullable: false }) }),
    definition({ v1beta1: server({ ...tls, redirect: { type: 'boolean' } }, { nullable: true, oneOf: [{ required: ['mode'] }, { required: ['redirect'] }] }) }), [
      'v1beta1: ^.spec.servers.items.tls: nullable: nullable added : false -> true',
      'v1beta1: ^.spec.servers.items.tls: oneOf: oneOf constraint added when there was none previously: [{"required":["mode"]} {"required":["redirect"]}]',
      'v1beta1: ^.spec.servers.items.tls: type: type changed : "object" -> ""',
    ]],
];

const reader = (answer: Answer): CrdReader => ({ get: () => Promise.resolve(answer) });
const live = (object: JsonObject): CrdReader => reader({ type: 'object', object: object as never, created: false });

test.each(rows)('%s', async (_, old, next, errors) => {
  const upgrades = await checkCrdUpgrades([next as never], live(old), { policy: 'strict' });
  const [text] = upgrades.map(({ crd, issues }) => formatCrdErrors(crd, issues));
  expect(text).toEqual(errors.length === 0 ? undefined : `validating upgrade for CRD "widgets.example.com": ${errors.join('\n')}`);
  expect(crdUpgradeError(upgrades) === undefined).toBe(errors.length === 0);
});

test('a definition that is not there yet cannot break anything, and other objects are not asked about', async () => {
  const next = definition({ v1: {} });
  expect(await checkCrdUpgrades([next as never], reader({ type: 'gone' }))).toEqual([]);
  const never: CrdReader = { get: () => Promise.reject(new Error('asked')) };
  const old = { ...next, apiVersion: 'apiextensions.k8s.io/v1beta1' };
  expect(await checkCrdUpgrades([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }, old as never], never)).toEqual([]);
});

test.each<[string, Answer, string]>([
  ['no permission', { type: 'refused', status: { code: 403, reason: 'Forbidden', message: 'not allowed', causes: [] } }, 'not allowed'],
  ['no answer', { type: 'lost', message: 'connection cut' }, 'connection cut'],
  ['not served', { type: 'unserved' }, 'the API server does not serve this kind'],
])('a definition that cannot be read is not called safe: %s', async (_, answer, reason) => {
  await expect(checkCrdUpgrades([definition({ v1: {} }) as never], reader(answer))).rejects.toMatchObject({
    code: 'crd-unreadable', category: 'server', message: `getting existing resource for CRD "widgets.example.com": ${reason}`,
  });
});
