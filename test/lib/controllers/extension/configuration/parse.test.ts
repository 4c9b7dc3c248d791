import type { KubeObject } from '../../../../../lib/api';
import { type ConfigRef, parseConfiguration } from '../../../../../lib/controllers/extension/configuration/parse';

const ref = (kind: ConfigRef['kind']): ConfigRef => ({ kind, namespace: 'shop', name: 'settings', key: 'config.yaml' });
const base64 = (content: string | Buffer): string => Buffer.from(content).toString('base64');
const secret = (content: string | Buffer): KubeObject => (
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'settings' }, data: { 'config.yaml': base64(content) } } as unknown as KubeObject
);
const map = (fields: object): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, ...fields } as KubeObject);

test.each<readonly [string, ConfigRef['kind'], KubeObject]>([
  ['YAML of a Secret', 'Secret', secret('replicas: 3\n')],
  ['JSON of a Secret', 'Secret', secret('{"replicas":3}')],
  ['text of a ConfigMap', 'ConfigMap', map({ data: { 'config.yaml': 'replicas: 3' } })],
  ['bytes of a ConfigMap', 'ConfigMap', map({ binaryData: { 'config.yaml': base64('replicas: 3') } })],
])('%s', (_, kind, object) => {
  expect(parseConfiguration(ref(kind), object)).toEqual({ config: { replicas: 3 } });
});

test('an empty object is a configuration without keys', () => {
  expect(parseConfiguration(ref('Secret'), secret('{}'))).toEqual({ config: {} });
});

test.each<readonly [string, KubeObject | undefined, string]>([
  ['no object', undefined, 'Secret shop/settings does not exist'],
  ['no data', map({ kind: 'Secret' }), 'Secret shop/settings has no key "config.yaml": it is empty'],
  ['another key', map({ kind: 'Secret', data: { other: '' } }), 'Secret shop/settings has no key "config.yaml"; it has other'],
  ['a key of the prototype', map({ kind: 'Secret', data: {} }), 'Secret shop/settings has no key "config.yaml": it is empty'],
  ['nothing', secret(''), 'is not an object (keys with values)'],
  ['a word', secret('hunter2'), 'is not an object (keys with values)'],
  ['a list', secret('[hunter2]'), 'is not an object (keys with values)'],
  ['two documents', secret('a: hunter2\n---\nb: 2\n'), 'holds 2 documents instead of one'],
  ['what is no YAML', secret('a: 1\nb: "hunter2\n'), 'is neither valid JSON nor valid YAML'],
  ['a key twice', secret('hunter2: 1\nhunter2: 2\n'), 'is neither valid JSON nor valid YAML'],
  ['bytes that are no text', secret(Buffer.from([0xff, 0xfe, 0x00])), 'is not UTF-8 text'],
  ['too much', secret(`a: ${'x'.repeat(1024 * 1024)}`), 'is larger than 1 MiB'],
])('%s is a problem, told without what is there', (_, object, problem) => {
  const found = parseConfiguration(ref('Secret'), object);
  expect(found.problem).toContain(problem);
  expect(found.problem).not.toContain('hunter2');
});

test('what is wrong with a ConfigMap is told in full', () => {
  const found = parseConfiguration(ref('ConfigMap'), map({ data: { 'config.yaml': 'replicas: 1\nreplicas: 2\n' } }));
  expect(found.problem).toMatch(/^key "config\.yaml" of ConfigMap shop\/settings is neither valid JSON nor valid YAML.*: .*replicas/);
});
