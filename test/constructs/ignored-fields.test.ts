import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Phase } from '../../constructs';
import { configMap, revisionOf } from './synthesis';

const ANNOTATION = 'olm.operatorframework.io/ignore';

test('fields of others: of a construct and of an object, beside what the annotation says', () => {
  const revision = revisionOf((it) => {
    const group = new Construct(it, 'group');
    configMap(group, 'a');
    const b = new ApiObject(group, 'b', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b', annotations: { [ANNOTATION]: '/data/z' } } });
    configMap(it, 'c');
    it.ignore(group, '/data/x').ignore(b, '/data/y', '/data/x');
  });
  const objects = revision.compiled.compiled!.resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  expect(objects.map(({ metadata }) => metadata.annotations?.[ANNOTATION]).sort()).toEqual(['/data/x', '/data/z, /data/x, /data/y', undefined]);
});

test('a path that cannot be is refused where it was written', () => {
  const revision = revisionOf((it) => it.ignore(configMap(it, 'a'), '/metadata/name') && undefined);
  expect(revision.findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    expect.stringContaining(`invalid-ignore: annotation ${ANNOTATION} names a field that every object needs: /metadata/name`),
  ]);
});

test('of a kind, by labels, and as a property of the revision', () => {
  const ignore = [{ target: { matchLabels: { tier: 'web' } }, paths: ['/data/x'] }];
  const revision = revisionOf((it) => {
    configMap(it, 'a');
    new ApiObject(it, 'b', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b', labels: { tier: 'web' } } });
    new ApiObject(it, 'c', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'c' } });
    it.ignore({ group: '', kind: 'ConfigMap' }, '/data/y');
  }, { ignore });
  const objects = revision.compiled.compiled!.resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  expect(objects.map(({ metadata }) => metadata.annotations?.[ANNOTATION]).sort()).toEqual(['/data/x, /data/y', '/data/y', undefined]);
  expect(revision.findings).toEqual([]);
});

test('a rule about what no object is, or no object can have, is warned of', () => {
  const revision = revisionOf((it) => {
    const web = new ApiObject(it, 'web', {
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' },
      spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } } },
    });
    it.ignore(web, '/spec/replica', 'spec.template.spec.containers[name=c].resources').ignore({ group: 'apps', kind: 'StatefulSet' }, '/spec/replicas');
  });
  expect(revision.findings.map(({ code, severity, message, hint }) => [severity, code, message, hint])).toEqual([
    ['warning', 'ignores-no-object', expect.stringContaining('ignore() is about apps StatefulSet, but no object of the revision is'), expect.anything()],
    ['warning', 'ignores-nothing', expect.stringContaining('names /spec/replica, but a Deployment has no field replica there'), 'Did you mean replicas?'],
  ]);
});

/** The annotations of the objects of a revision by their names. */
function rulesOf(revision: ReturnType<typeof revisionOf>): Record<string, string | undefined> {
  const objects = revision.compiled.compiled!.resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  return Object.fromEntries(objects.map(({ metadata }) => [metadata.name, metadata.annotations?.[ANNOTATION]]));
}

const named = (scope: Construct, name: string, kind = 'ConfigMap', labels = {}): ApiObject =>
  new ApiObject(scope, name, { apiVersion: 'v1', kind, metadata: { name, labels } });

test('of a phase: every object in it, or those that the target chooses, beside what the revision says', () => {
  const revision = revisionOf((it) => {
    const late = new Phase(it, 'late', { ignore: [{ paths: ['/data/all'] }, { target: { group: '', kind: 'ConfigMap' }, paths: ['/data/kind'] }] });
    const group = new Construct(it, 'group');
    const b = named(group, 'b', 'ServiceAccount');
    named(group, 'c', 'ConfigMap', { tier: 'web' });
    late.add(named(it, 'a'), group).ignore({ matchLabels: { tier: 'web' } }, '/data/labels').ignore(b, '/data/one').ignore(late, '/data/itself');
    named(it, 'beside', 'ConfigMap', { tier: 'web' });
    it.ignore({ group: '', kind: 'ConfigMap' }, '/data/revision');
  });
  expect(rulesOf(revision)).toEqual({
    a: '/data/revision, /data/all, /data/kind, /data/itself',
    b: '/data/all, /data/one, /data/itself',
    c: '/data/revision, /data/all, /data/kind, /data/labels, /data/itself',
    beside: '/data/revision',
  });
  expect(revision.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('what is added to a phase after the rule is in it, too', () => {
  const revision = revisionOf((it) => void new Phase(it, 'late').ignore({ group: '', kind: 'ConfigMap' }, '/data/x').add(named(it, 'a')));
  expect(rulesOf(revision)).toEqual({ a: '/data/x' });
});

test('of the revision itself: every object', () => {
  const revision = revisionOf((it) => {
    named(it, 'a');
    named(it, 'b');
    it.ignore(it, '/data/x');
  });
  expect(rulesOf(revision)).toEqual({ a: '/data/x', b: '/data/x' });
});

test('a rule of a phase about what is not in the phase', () => {
  const revision = revisionOf((it) => {
    const beside = named(it, 'beside');
    new Phase(it, 'late').add(named(it, 'a')).ignore({ group: 'apps', kind: 'Deployment' }, '/spec/replicas').ignore(beside, '/data/x');
  });
  expect(revision.findings.map(({ severity, code, message }) => [severity, code, message])).toEqual([
    ['warning', 'ignores-no-object', expect.stringMatching(/ignore\(\) of phase \S+late is about apps Deployment, but no object of the phase is/)],
    ['error', 'empty-target', expect.stringMatching(/ignore\(\) of phase \S+late applies to it, but none of its objects is in the phase/)],
  ]);
});

test('a rule of a phase about a construct of another revision is refused at once', () => {
  const other = named(revisionOf(() => undefined), 'elsewhere');
  revisionOf((it) => {
    expect(() => new Phase(it, 'late').ignore(other, '/data/x')).toThrow(expect.objectContaining({ code: 'outside-revision' }));
  });
});
