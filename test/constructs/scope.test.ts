/** Namespaces of objects of kinds that are not known here. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { Manifests, type Revision } from '../../constructs';
import { configMap, revisionOf } from './synthesis';

const issuer = (scope: Construct, namespace?: string): ApiObject =>
  new ApiObject(scope, 'issuer', { apiVersion: 'cert-manager.io/v1', kind: 'ClusterIssuer', metadata: { name: 'issuer', ...(namespace === undefined ? {} : { namespace }) } });

/** Namespaces of the objects that are not ConfigMaps, and warnings about them. */
function placed(revision: Revision): { namespaces: (string | undefined)[]; warnings: (string | undefined)[] } {
  const { compiled, findings } = revision.compiled;
  const objects = compiled!.resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object)).filter(({ kind }) => kind !== 'ConfigMap');
  return { namespaces: objects.map(({ metadata }) => metadata.namespace), warnings: findings.filter(({ code }) => code === 'unknown-scope').map(({ message }) => message) };
}

test('an object of a kind of a CRD elsewhere keeps the namespace of the chart, for apply to decide, with a warning', () => {
  expect(placed(revisionOf((it) => void issuer(it)))).toEqual({
    namespaces: ['web-system'],
    warnings: ['it is not known here whether a ClusterIssuer has a namespace, so it was given "web-system"'],
  });
});

test('there is no warning where the author wrote the namespace, even the same', () => {
  expect(placed(revisionOf((it) => void issuer(it, 'web-system')))).toEqual({ namespaces: ['web-system'], warnings: [] });
});

test('in a chart without a namespace, compile says the same of having given it none', () => {
  const { namespaces, warnings } = placed(revisionOf((it) => void issuer(new Chart(it, 'cluster'))));
  expect(namespaces).toEqual([undefined]);
  expect(warnings).toHaveLength(1);
});

test('files: only of objects that name no namespace', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'boxcutter-')), 'things.yaml');
  const thing = (name: string, namespace: string): string => `apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: ${name}${namespace}}\n`;
  writeFileSync(file, [thing('a', ''), thing('b', ', namespace: things')].join('---\n'));
  const { namespaces, warnings } = placed(revisionOf((it) => void new Manifests(it, 'files', { path: file, namespace: 'things' })));
  expect(namespaces).toEqual(['things', 'things']);
  expect(warnings).toHaveLength(1);
});

test('objects of kinds that are known are not warned of', () => {
  expect(placed(revisionOf((it) => void configMap(it, 'a'))).warnings).toEqual([]);
});
