/** Going back with everything but the definitions. */
import type { KubeObject, ResolvedRevision } from '../../../../lib/api';
import { withDefinitionsOf } from '../../../../lib/runtime/operations/keep-definitions';

const crd = (name: string, version: string): KubeObject =>
  ({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name }, spec: { version } });
const config = (name: string, value: string): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } });
const revision = (phases: Readonly<Record<string, readonly KubeObject[]>>): ResolvedRevision => ({
  extension: 'web', number: 1, digest: '', probes: [],
  phases: Object.entries(phases).map(([name, objects]) => ({
    name, objects: objects.map((object) => ({ object, collisionProtection: 'Prevent' })),
  })),
});
const contentOf = ({ phases }: ResolvedRevision) =>
  phases.map(({ name, objects }) => [name, objects.map(({ object }) => [object.metadata.name, object['spec'] ?? object['data']])]);

test('definitions are those of the current revision, also those that the earlier one had not; the rest is the earlier content', () => {
  const earlier = revision({ crds: [crd('a', '1'), crd('gone', '1')], deploy: [config('settings', '1'), config('old', '1')] });
  const current = revision({ crds: [crd('a', '2'), crd('b', '2')], deploy: [config('settings', '2'), config('new', '2')] });
  expect(contentOf(withDefinitionsOf(current, earlier))).toEqual([
    ['crds', [['a', { version: '2' }], ['gone', { version: '1' }], ['b', { version: '2' }]]],
    ['deploy', [['settings', { value: '1' }], ['old', { value: '1' }]]],
  ]);
});

test('definitions of a phase that the earlier content has not come first', () => {
  const earlier = revision({ deploy: [config('settings', '1')] });
  const current = revision({ deploy: [config('settings', '2')], crds: [crd('a', '2')] });
  expect(contentOf(withDefinitionsOf(current, earlier)).map(([name]) => name)).toEqual(['crds', 'deploy']);
});

test('without definitions it is the earlier content', () => {
  const earlier = revision({ deploy: [config('settings', '1')] });
  expect(withDefinitionsOf(revision({ deploy: [config('settings', '2')] }), earlier)).toEqual(earlier);
});
