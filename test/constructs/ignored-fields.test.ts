import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
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
    expect.stringContaining(`invalid-ignore: annotation ${ANNOTATION} names a field that an object cannot do without: /metadata/name`),
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
