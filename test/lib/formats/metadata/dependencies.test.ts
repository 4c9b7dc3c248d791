/** metadata/dependencies.yaml. */
import { read } from '../sample';

const dependency = (type: unknown, value: unknown) => read({ 'metadata/dependencies.yaml': JSON.stringify({ dependencies: [{ type, value }] }) });
const gvk = { group: 'web.example', version: 'v1', kind: 'Site' };

describe('dependencies that are right', () => {
  const cases: readonly (readonly [type: string, value: unknown])[] = [
    ['olm.package', { packageName: 'web', version: '>=1.0.0 <2.0.0' }],
    // OLM reads a lone hyphen between versions as nothing at all.
    ['olm.package', { packageName: 'web', version: '1.0.0 - 2.0.0' }],
    ['olm.gvk', gvk],
    ['olm.label', { label: 'lts' }],
    ['olm.constraint', { failureMessage: 'needs an LTS', cel: { rule: 'properties.exists(p, p.type == "lts")' } }],
    ['olm.constraint', { all: { constraints: [{ gvk }, { not: { constraints: [{ package: { packageName: 'web', versionRange: '<1.0.0' } }] } }] } }],
  ];
  test.each(cases)('%s %j', (type, value) => {
    const { bundle, findings } = dependency(type, value);
    expect(findings).toEqual([]);
    expect(bundle?.dependencies).toEqual([{ type, value }]);
  });
});

describe('dependencies that are wrong', () => {
  const cases: readonly (readonly [type: unknown, value: unknown, ...messages: unknown[]])[] = [
    ['olm.gvk', {}, 'API Group is empty', 'API Version is empty', 'API Kind is empty'],
    ['olm.gvk', { ...gvk, group: 1 }, "couldn't parse dependency of type olm.gvk"],
    ['olm.gvk', 'web', "couldn't parse dependency of type olm.gvk"],
    ['olm.package', { version: '' }, 'Package name is empty', 'Package version is empty'],
    ['olm.package', { packageName: 'web', version: 'latest' }, 'Invalid semver format version'],
    ['olm.package', { packageName: 'web', version: '^1.0.0' }, 'Invalid semver format version'],
    ['olm.label', { label: '' }, 'Label information is missing'],
    ['olm.constraint', {}, 'The CEL field is missing'],
    ['olm.constraint', { cel: null }, 'The CEL field is missing'],
    ['olm.constraint', { cel: { rule: ' ' } }, 'The CEL expression is missing'],
    ['olm.constraint', { cel: { rule: '1 +' } }, expect.stringMatching(/^Invalid CEL expression: ./)],
    ['olm.constraint', { any: { constraints: [{ cel: { rule: '' } }] } }, 'The CEL expression is missing'],
    ['olm.constraint', { any: { constraints: [] } }, "couldn't parse dependency of type olm.constraint"],
    ['olm.constraint', { cel: { rule: 'true' }, gvk }, "couldn't parse dependency of type olm.constraint"],
    ['olm.constraint', { cel: { rule: 'true', more: 1 } }, "couldn't parse dependency of type olm.constraint"],
    ['olm.constraint', { package: { packageName: 'web', versionRange: 'new' } }, "couldn't parse dependency of type olm.constraint"],
    ['olm.constraint', { failureMessage: 'x'.repeat(140_000), gvk }, 'olm.constraint value is greater than max constraint size 131072 bytes'],
    ['olm.crd', {}, 'unsupported dependency type olm.crd'],
    ['', {}, 'type is missing, or is not text'],
    ['olm.gvk', null, 'value is missing'],
  ];
  test.each(cases)('%s %.80j', (type, value, ...messages) => {
    const { bundle, findings } = dependency(type, value);
    expect(findings.map(({ message }) => message)).toEqual(messages);
    expect(findings.every(({ code, origin, path }) => code === 'dependency-invalid' && origin?.startsWith('metadata/dependencies.yaml:') === true && path.startsWith('dependencies[0]'))).toBe(true);
    expect(bundle).toBeUndefined();
  });

  test('each is reported with its own place', () => {
    const { findings } = read({ 'metadata/dependencies.yaml': JSON.stringify({ dependencies: ['x', { type: 'olm.gvk', value: gvk }, { type: 'olm.crd', value: 1 }] }) });
    expect(findings.map(({ path }) => path)).toEqual(['dependencies[0]', 'dependencies[2]']);
  });

  test('a list that is none', () => {
    expect(read({ 'metadata/dependencies.yaml': 'dependencies: {}' }).findings).toMatchObject([{ code: 'dependency-invalid', path: 'dependencies', message: 'this is not a list' }]);
  });

  test('nothing is no dependency', () => {
    expect(read({ 'metadata/dependencies.yaml': 'dependencies:\n' }).bundle?.dependencies).toEqual([]);
  });
});
