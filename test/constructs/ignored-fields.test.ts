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
