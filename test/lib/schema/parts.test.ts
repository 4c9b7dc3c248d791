import { gunzipSync } from 'node:zlib';
import { packs } from '../../../imports/schemas';
import { formatFindings } from '../../../lib/issue';
import { type SchemaNode, kubernetesSchemas, supportedKubernetesVersions } from '../../../lib/schema';
import { matchesPattern } from '../../../lib/schema/walk/pattern';
import { nearest } from '../../../lib/schema/suggest';
import { isBase64, isQuantity, isTime } from '../../../lib/schema/values';

describe('packs', () => {
  test('the newest three minor versions, newest first', () => {
    expect(supportedKubernetesVersions()).toEqual(['1.36', '1.35', '1.34']);
    expect(kubernetesSchemas().version).toBe('1.36');
    expect(['v1.35', '1.35.2', '1.35'].map((version) => kubernetesSchemas(version).version)).toEqual(['1.35', '1.35', '1.35']);
  });

  test('another version is an error that names those there are', () => {
    expect(() => kubernetesSchemas('1.20')).toThrow(expect.objectContaining({ code: 'kubernetes-version-unsupported', category: 'input', hint: 'Versions with a schema: 1.36, 1.35, 1.34.' }) as Error);
    expect(() => kubernetesSchemas('toString')).toThrow('There is no schema for Kubernetes version "toString".');
  });

  test('a kind tells its resource and scope', () => {
    const schemas = kubernetesSchemas();
    expect(schemas.kind('apps/v1', 'Deployment')).toMatchObject({ resource: 'deployments', namespaced: true, builtIn: true });
    expect(schemas.kind('v1', 'Namespace')).toMatchObject({ resource: 'namespaces', namespaced: false });
    expect(schemas.kind('apiextensions.k8s.io/v1', 'CustomResourceDefinition')).toMatchObject({ namespaced: false });
    expect(schemas.kind('v1', 'constructor')).toBeUndefined();
    expect(schemas.kind('v1', 'Status')).toBeUndefined();
    expect(['', 'apps', 'extensions', 'policy', 'gateway.networking.k8s.io'].map((group) => schemas.isBuiltInGroup(group))).toEqual([true, true, true, true, false]);
    expect(schemas.kindsOf('apps/v1')).toEqual(['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet']);
  });

  test('nodes carry formats, list keys, defaults and enumerations', () => {
    const at = (node: SchemaNode | undefined, ...path: string[]): SchemaNode | undefined =>
      path.reduce((one, step) => (step === '[]' ? one?.items : step === '{}' ? (one?.additional as SchemaNode) : one?.properties?.[step]), node);
    const container = at(kubernetesSchemas().kind('v1', 'Pod')?.root, 'spec', 'containers', '[]');
    expect(at(container, 'ports')).toMatchObject({ type: 'array', listType: 'map', listMapKeys: ['containerPort', 'protocol'] });
    expect(at(container, 'ports', '[]', 'protocol')).toEqual({ type: 'string', default: 'TCP', enum: ['SCTP', 'TCP', 'UDP'] });
    expect(at(container, 'resources', 'limits', '{}')).toEqual({ type: 'string', format: 'quantity' });
    expect(at(container, 'livenessProbe', 'httpGet', 'port')).toEqual({ format: 'int-or-string' });
    expect(at(kubernetesSchemas().kind('v1', 'Secret')?.root, 'data', '{}')).toEqual({ type: 'string', format: 'byte' });
    expect(at(kubernetesSchemas().kind('apps/v1', 'Deployment')?.root, 'spec', 'selector')).toMatchObject({ mapType: 'atomic' });
    const schema = at(kubernetesSchemas().kind('apiextensions.k8s.io/v1', 'CustomResourceDefinition')?.root, 'spec', 'versions', '[]', 'schema', 'openAPIV3Schema');
    expect(at(schema, 'properties', '{}')).toBe(schema);
  });

  test.each(supportedKubernetesVersions())('the pack of %s stays slim', (version) => {
    const bytes = Buffer.from(packs[version]!(), 'base64');
    expect(bytes.length).toBeLessThan(18 * 1024);
    expect(gunzipSync(bytes).length).toBeLessThan(100 * 1024);
  });
});

describe('formats', () => {
  test.each(['1', '100m', '1.5', '.5', '5.', '+1', '-2Ki', '128Mi', '1e3', '1E-3', '2E', '3n', '4u', ' 1 '])('%s is a quantity', (text) => expect(isQuantity(text)).toBe(true));
  test.each(['', 'a', '1GB', '1 Gi', '1mi', '1K', '--1', '1e', '1.2.3', 'Gi', '.'])('%s is no quantity', (text) => expect(isQuantity(text)).toBe(false));
  test.each(['', 'aGk=', 'aGVs\nbG8=\r\n', 'AA==', '+/+/'])('%j is base64', (text) => expect(isBase64(text)).toBe(true));
  test.each(['a', 'aGk', 'aGk==', 'a=Gk', 'aGk!', 'a b=', '_-_-'])('%j is not base64', (text) => expect(isBase64(text)).toBe(false));
  test.each(['2025-01-31T12:00:00Z', '2025-01-31T12:00:00.123+02:00', '2024-02-29T00:00:00Z'])('%s is a time', (text) => expect(isTime(text)).toBe(true));
  test.each(['2025-01-31', '2025-02-29T00:00:00Z', '2025-01-31T12:00Z', '2025-01-31T24:00:00Z', '2025-01-31 12:00:00Z', 'now'])('%s is no time', (text) => expect(isTime(text)).toBe(false));
});

describe('patterns', () => {
  test('are tried when they mean the same here and cannot run long', () => {
    expect(matchesPattern('^[a-z0-9-]+$', 'abc')).toBe(true);
    expect(matchesPattern('^[a-z0-9-]+$', 'ABC')).toBe(false);
    expect(matchesPattern('^\\d{1,3}(\\.\\d{1,3}){3}$', '10.0.0.1')).toBe(true);
    expect(matchesPattern('^(a|b)$', 'c')).toBe(false);
    expect(matchesPattern('^((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.|$)){4}$', '10.0.0.300')).toBe(false);
    expect(matchesPattern('^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$', 'a-')).toBe(false);
  });

  test.each([
    ['^(a+)+$', `${'a'.repeat(40)}!`], ['^(a|a)*$', 'a'], ['^(a?){30}a{30}$', 'a'.repeat(30)], ['^((((a|a){3}){3}){3})b$', 'a'.repeat(27)], ['^((((a?){3}){3}){3}){3}b$', 'a'.repeat(27)], ['^a{1,200}a{1,200}a{1,200}a{1,200}b$', 'a'.repeat(200)], [`^${'a?'.repeat(30)}$`, 'a'], ['^([a-z]*)*$', 'x'], ['(?i)abc', 'ABC'], ['^(?P<x>a)$', 'a'], ['\\Aabc\\z', 'abc'], ['^[[:alpha:]]+$', 'abc'], ['\\pL', 'a'], ['(?=a)a', 'a'],
    ['^a.*b.*c.*d.*e$', 'a'.repeat(200)], ['(', 'x'], ['^\\S+$', 'a\u00a0b'],
  ])('%s is left to the server', (pattern, text) => {
    expect(matchesPattern(pattern, text)).toBeUndefined();
  });
});

test('suggestions are near, or none', () => {
  const fields = ['replicas', 'selector', 'template', 'strategy', 'paused'];
  expect(['replica', 'Replicas', 'tempalte', 'strategyy', 'xyz', ''].map((name) => nearest(name, fields))).toEqual(['replicas', 'replicas', 'template', 'strategy', undefined, undefined]);
});

test('findings for terminals: errors first, no control characters of the input', () => {
  const finding = { code: 'x', path: '', message: 'bad \u001b[31mtext' } as const;
  expect(formatFindings([{ ...finding, severity: 'warning', origin: 'a\nb' }, { ...finding, severity: 'error', path: 'spec', hint: 'Do this.' }]))
    .toBe('spec: bad \ufffd[31mtext. Do this.\na b: warning: bad \ufffd[31mtext.');
  expect(formatFindings([])).toBe('');
});
