/** The next revision of a family: its number, its name, what it takes over from, and where its content is. */
import { ANNOTATION_REQUEST, type KubeObject, type ResolvedRevision } from '../../../../lib/api';
import { compile } from '../../../../lib/compile';
import { controlledHeads, nextRevision, unchangedRevision, type ControlledRevision } from '../../../../lib/state';

const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key', namespace: 'shop' }, stringData: { token: 'x' } };
const { compiled } = compile({ extension: 'web', objects: [{ manifest: secret, origin: { source: 'key.yaml' } }] });
const documents = [compiled?.manifest as unknown as KubeObject, ...compiled?.contentSecrets ?? []];
const resolved = compiled?.resolved as ResolvedRevision;

function family(...revisions: readonly (readonly [number: number, state: string, digest?: string])[]): readonly ControlledRevision[] {
  const objects = revisions.map(([number, lifecycleState, digest], index): KubeObject => ({
    apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision',
    metadata: { name: `web-${number}`, uid: `u${number}`, ...(digest === undefined ? {} : { annotations: { [ANNOTATION_REQUEST]: digest } }) },
    spec: {
      lifecycleState, revision: number, phases: [],
      previous: revisions.slice(0, index).map(([before]) => ({ name: `web-${before}`, uid: `u${before}` })),
    },
  }));
  return controlledHeads([], objects)[0]?.controlled.revisions ?? [];
}

test('the first one is as it was compiled, with its content where it is wanted', () => {
  const { manifest, secrets } = nextRevision(documents, resolved, [], 'content');
  expect([manifest.metadata.name, manifest.spec.revision, manifest.spec.previous]).toEqual(['web-1', 1, undefined]);
  const [content] = secrets;
  expect(content?.metadata).toMatchObject({ namespace: 'content', labels: { 'olm.operatorframework.io/revision-name': 'web-1' } });
  expect(manifest.spec.phases[0]?.objects[0]?.ref).toMatchObject({ name: content?.metadata.name, namespace: 'content' });
});

test('the next one follows the greatest number, and takes over from all that still stand', () => {
  const { manifest, secrets } = nextRevision(documents, resolved, family([1, 'Archived'], [2, 'Active'], [4, 'Paused']), 'content');
  expect([manifest.metadata.name, manifest.spec.revision]).toEqual(['web-5', 5]);
  expect(manifest.spec.previous).toEqual([{ name: 'web-2', uid: 'u2' }, { name: 'web-4', uid: 'u4' }]);
  expect(secrets[0]?.metadata.name).toMatch(/^web-5-/);
  expect(manifest.spec.phases[0]?.objects[0]?.ref?.name).toBe(secrets[0]?.metadata.name);
});

test('the same content again is no other revision, unless it is archived', () => {
  expect(unchangedRevision(family([1, 'Active', 'other'], [2, 'Active', resolved.digest]), resolved)?.name).toBe('web-2');
  expect(unchangedRevision(family([1, 'Active', resolved.digest], [2, 'Active', 'other']), resolved)).toBeUndefined();
  expect(unchangedRevision(family([1, 'Archived', resolved.digest]), resolved)).toBeUndefined();
  expect(unchangedRevision([], resolved)).toBeUndefined();
});
