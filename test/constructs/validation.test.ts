/** What is wrong is reported by cdk8s' validation: all at once, with construct path and field, in every way to synthesise. */
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, Chart, Include, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { Phase, Revision } from '../../constructs';
import { configMap, revisionOf } from './synthesis';

function withMistakes(revision: Revision): void {
  new ApiObject(new Construct(revision, 'group'), 'deployment', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    spec: { replica: 2, selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } } },
  });
  new ApiObject(revision, 'settings', { apiVersion: 'v1', kind: 'ConfigMap', data: { retries: 3 } });
}

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('no error');
}

test('every mistake is named with construct path and field, by synth, synthYaml and Testing.synth alike', () => {
  const revision = revisionOf(withMistakes);
  const app = Testing.app();
  withMistakes(new Revision(app, 'web', { namespace: 'web-system' }));
  const messages = [() => Testing.synth(revision), () => app.synthYaml(), () => app.synth()].map(messageOf);
  for (const message of messages) {
    expect(message).toMatch(/\[web\] .*web\/group\/deployment/);
    expect(message).toContain('replica');
    expect(message).toMatch(/\[web\] .*web\/settings/);
    expect(message).toContain('data.retries');
  }
  expect(readdirSync(app.outdir)).toEqual([]);
});

test('findings can be read as data, with the construct path', () => {
  const revision = revisionOf(withMistakes);
  expect(revision.findings.filter(({ severity }) => severity === 'error').map(({ origin }) => origin)).toEqual(expect.arrayContaining(['web/group/deployment', 'web/settings']));
  expect(revision.compiled.compiled).toBeUndefined();
});

test('validations of constructs in the revision run once a synthesis, and also when it is synthesised again', () => {
  const app = Testing.app();
  let runs = 0;
  let complaint: string | undefined;
  const revision = new Revision(app, 'web', { namespace: 'web-system' });
  const object = configMap(new Chart(revision, 'chart'), 'object');
  object.node.addValidation({
    validate: () => {
      runs += 1;
      return complaint ? [complaint] : [];
    },
  });
  Testing.synth(revision);
  expect(runs).toBe(1);
  Testing.synth(revision);
  expect(runs).toBe(2);
  complaint = 'is not to my liking';
  expect(messageOf(() => Testing.synth(revision)).match(/web\/chart\/object\S* is not to my liking/g)).toHaveLength(1);
  expect(messageOf(() => app.synth()).match(/is not to my liking/g)).toHaveLength(1);
  complaint = undefined;
  expect(Testing.synth(revision)).toHaveLength(1);
});

test('two different objects of one name are an error that names both constructs', () => {
  const revision = revisionOf((it) => {
    for (const id of ['one', 'two']) new ApiObject(it, id, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'same' }, data: { id } });
  });
  expect(messageOf(() => Testing.synth(revision))).toMatch(/web\/one.*web\/two|web\/two.*web\/one/s);
});

test('an Include of cdk8s is refused with a hint to Manifests', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'boxcutter-')), 'map.yaml');
  writeFileSync(file, 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n');
  const revision = revisionOf((it) => void new Include(it, 'include', { url: file }));
  expect(messageOf(() => Testing.synth(revision))).toMatch(/web\/include.*Manifests/s);
});

test('a Helm of cdk8s, also of another copy of cdk8s, is refused', () => {
  class Helm extends Construct {}
  Object.defineProperty(Helm, Symbol.for('jsii.rtti'), { value: { fqn: 'cdk8s.Helm', version: '2.0.0' } });
  const revision = revisionOf((it) => void new Helm(it, 'chart'));
  expect(messageOf(() => Testing.synth(revision))).toMatch(/web\/chart.*HelmChart of this package/s);
});

test('a revision within a revision is refused at once', () => {
  expect(() => revisionOf((it) => void new Revision(new Chart(it, 'chart'), 'inner'))).toThrow('Revision web/chart/inner is declared in revision web.');
});

test('an object that cannot be serialised is reported with its path', () => {
  const revision = revisionOf((it) => void new ApiObject(it, 'odd', { apiVersion: 'v1', kind: 'ConfigMap', data: { when: new Date(0) } }));
  expect(messageOf(() => Testing.synth(revision))).toContain('web/odd');
});

test('Revision.of finds the revision of a construct, and says so when there is none', () => {
  const revision = revisionOf(() => undefined);
  const inner = new Construct(new Chart(revision, 'chart'), 'inner');
  expect(Revision.of(inner)).toBe(revision);
  expect(Revision.of(new Phase(inner, 'phase'))).toBe(revision);
  expect(Revision.tryOf(new Chart(Testing.app(), 'chart'))).toBeUndefined();
  expect(() => Revision.of(new Chart(Testing.app(), 'chart'))).toThrow('chart is not declared in a Revision.');
});

test('a warning goes to stderr once, and does not stop anything', () => {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const revision = revisionOf((it) => void new ApiObject(it, 'foreign', { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' } }));
    Testing.synth(revision);
    Testing.synth(revision);
    const lines = write.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('no CustomResourceDefinition of Thing'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\[web\] .*web\/foreign/s);
    expect(revision.findings.every(({ severity }) => severity === 'warning')).toBe(true);
  } finally {
    write.mockRestore();
  }
});

test('a string that kubectl would read as a number, because cdk8s writes it without quotes, is warned of', () => {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const revision = revisionOf((it) => void configMap(it, 'settings', { mode: '0o644', fine: '0755', version: '1.10', date: '2024-01-02' }));
    Testing.synth(revision);
    expect(revision.findings).toMatchObject([{ code: 'ambiguous-string', severity: 'warning', path: 'data.mode' }]);
  } finally {
    write.mockRestore();
  }
});

test('so is a key', () => {
  const parameters = { '0o17': 'x', '<<': 'x', '017': 'x', 'plain': '<<' };
  const content = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: 'example.com/disk', parameters };
  const revision = revisionOf((it) => void new ApiObject(it, 'class', content));
  const findings = revision.findings.map(({ code, path }) => [code, path]);
  expect(findings).toEqual([['ambiguous-string', 'parameters.0o17'], ['ambiguous-string', 'parameters.<<']]);
  expect(revision.findings[1]?.message).toBe('the key "<<" is written without quotes by cdk8s, and kubectl reads a merge');
});

test.each(['not a version', '1.2', 'v1.2.3', ' 1.2.3', ''])('the version %j is refused: it is no semantic version', (version) => {
  const revision = revisionOf((it) => void configMap(it, 'a'), { version });
  expect(messageOf(() => Testing.synth(revision))).toContain(`"${version}" is not a semantic version`);
});

test.each(['1.2.3', '1.2.3-rc.1', '1.2.3+build.7'])('the version %s is taken', (version) => {
  expect(revisionOf((it) => void configMap(it, 'a'), { version }).findings).toEqual([]);
});

test.each(['1.360', '1.3', 'newest'])('a Kubernetes version that is not known is a finding: %s', (kubernetesVersion) => {
  const revision = revisionOf((it) => void configMap(it, 'a'), { kubernetesVersion });
  expect(revision.findings.map(({ code }) => code)).toEqual(['kubernetes-version-unsupported']);
});

test('a Kubernetes version may be written with v and with a patch', () => {
  expect(revisionOf((it) => void configMap(it, 'a'), { kubernetesVersion: 'v1.36.2' }).findings).toEqual([]);
});

test('constructs of others may have members of any name', () => {
  class Bookmark extends ApiObject {
    readonly origin = 'https://example.com';
    readonly defaultNamespace = 'elsewhere';
  }
  const revision = revisionOf((it) => void new Bookmark(it, 'role', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'role' }, rules: 'none' }));
  expect(revision.findings.map(({ path, origin }) => [path, origin])).toEqual([['rules', 'web/role']]);
});
