/** How a controller process is configured: file, flags, defaults, and what is refused with one clear error. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_CONFIG, featureGates, parseFeatureGates, readConfig } from '../../../../../lib/controllers';
import { parseAddress } from '../../../../../lib/controllers/process/config/address';
import { CONFIG_SCHEMA } from '../../../../../lib/controllers/process/config/schema';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'controller-config-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function file(text: string): string {
  const path = join(folder, 'controller.yaml');
  writeFileSync(path, text);
  return path;
}

test('without a file and flags everything is as by default', () => {
  expect(readConfig(undefined)).toEqual(DEFAULT_CONFIG);
  expect(readConfig(file('# nothing yet\n'))).toEqual(DEFAULT_CONFIG);
});

test('the file goes over the defaults, flags go over the file, part by part', () => {
  const path = file(`
watchSelector: shard=a
leaderElection: {leaseSeconds: 30, renewDeadlineSeconds: 20}
metrics: {address: ':8443', tls: {cert: /tls/tls.crt, key: /tls/tls.key}, authorize: true}
health: {address: ':8081'}
log: {level: warn}
featureGates: {BoxcutterRuntime: false}
`);
  expect(readConfig(path, { watchSelector: 'shard=b', log: { level: 'debug' }, leaderElection: { retrySeconds: 5 } })).toEqual({
    ...DEFAULT_CONFIG,
    watchSelector: 'shard=b',
    leaderElection: { ...DEFAULT_CONFIG.leaderElection, leaseSeconds: 30, renewDeadlineSeconds: 20, retrySeconds: 5 },
    metrics: { address: { host: '0.0.0.0', port: 8443 }, tls: { cert: '/tls/tls.crt', key: '/tls/tls.key' }, authorize: true },
    health: { host: '0.0.0.0', port: 8081 },
    log: { level: 'debug' },
    featureGates: { BoxcutterRuntime: false },
  });
});

test('every key of the configuration is in the schema of the file', () => {
  expect(Object.keys((CONFIG_SCHEMA as unknown as { properties: object }).properties).sort()).toEqual(Object.keys(DEFAULT_CONFIG).sort());
});

test.each([
  ['an unknown key', 'watchSelektor: a=b', "unknown key 'watchSelektor'"],
  ['a wrong type', 'concurrency: many', "invalid type for field 'concurrency' got string expected integer"],
  ['a value out of bounds', 'concurrency: 0', "'concurrency'"],
  ['a certificate without its key', 'metrics: {tls: {cert: a}}', "missing required field 'metrics.tls.key'"],
  ['two mistakes at once', 'concurrency: 0\nlog: {level: loud}', "invalid value for field 'log.level'"],
  ['no mapping', '- a', 'it is not one YAML mapping'],
  ['no YAML', 'a: [', 'controller.yaml is invalid'],
  ['times that do not fit', 'leaderElection: {leaseSeconds: 5}', 'retrySeconds, renewDeadlineSeconds and leaseSeconds are 2, 10 and 5'],
  ['tokens that would travel unencrypted', "metrics: {address: ':8443', authorize: true}", 'their tokens would travel unencrypted'],
  ['tokens of those who read bundles', "provisioners: {address: ':8444'}", 'their tokens would travel unencrypted'],
])('refused: %s', (_what, text, message) => {
  expect(() => readConfig(file(text))).toThrow(expect.objectContaining({ code: 'controller-config', message: expect.stringContaining(message) as string }));
});

test('a file that is not there is refused by its name', () => {
  expect(() => readConfig(join(folder, 'none.yaml'))).toThrow(/none\.yaml cannot be read/);
});

test('an unknown feature gate is refused, in the file and as a flag, with the one that was meant', () => {
  const refusal = expect.objectContaining({ code: 'feature-gate-unknown', hint: 'Did you mean BoxcutterRuntime?' }) as Error;
  expect(() => readConfig(file('featureGates: {BoxcuterRuntime: true}'))).toThrow(refusal);
  expect(() => parseFeatureGates('BoxcuterRuntime=true')).toThrow(refusal);
  expect(() => parseFeatureGates('Entirely=true')).toThrow(expect.objectContaining({ hint: 'The feature gates are: BoxcutterRuntime.' }) as Error);
});

test('feature gates are read by name, and have defaults', () => {
  expect(parseFeatureGates(' BoxcutterRuntime = false ,')).toEqual({ BoxcutterRuntime: false });
  expect(() => parseFeatureGates('BoxcutterRuntime=no')).toThrow(expect.objectContaining({ code: 'feature-gate-value' }) as Error);
  expect([featureGates().enabled('BoxcutterRuntime'), featureGates({ BoxcutterRuntime: false }).enabled('BoxcutterRuntime')]).toEqual([true, false]);
});

test.each([
  ['127.0.0.1:8080', '127.0.0.1', 8080], [':8443', '0.0.0.0', 8443], ['8443', '127.0.0.1', 8443], ['[::1]:0', '::1', 0], ['localhost:1', 'localhost', 1],
])('the address %s', (text, host, port) => {
  expect(parseAddress(text, '--metrics-address')).toEqual({ host, port });
});

test.each(['', 'host', '127.0.0.1:65536', '::1:80', 'a b:80', '127.0.0.1:-1'])('no address: %p', (text) => {
  expect(() => parseAddress(text, '--metrics-address')).toThrow(expect.objectContaining({ code: 'address-invalid' }) as Error);
});

test('the Secret of another cluster: its namespace is that of the controller, its key kubeconfig, unless they are said', () => {
  expect(readConfig(file('target: {secret: {name: shop}}')).target).toEqual({ secret: { namespace: 'olmv1-system', name: 'shop', key: 'kubeconfig' } });
  expect(readConfig(file('namespace: system\ntarget: {secret: {name: shop, key: value}}')).target)
    .toEqual({ secret: { namespace: 'system', name: 'shop', key: 'value' } });
  expect(() => readConfig(file('target: {secret: {key: value}}'))).toThrow('name');
  expect(() => readConfig(file('target: {kubeconfig: /etc/kubeconfig}'))).toThrow('kubeconfig');
});

test('unpacked bundles are served only where an address says it', () => {
  expect(readConfig(file('enable: [provisioners]')).provisioners).toEqual({});
  expect(readConfig(file("enable: [provisioners]\nprovisioners: {address: '127.0.0.1:0', directory: /x, sourceDirectories: [/srv], url: 'https://y'}")).provisioners)
    .toEqual({ address: { host: '127.0.0.1', port: 0 }, directory: '/x', sourceDirectories: ['/srv'], url: 'https://y' });
});
