/** What is approved: content, packages that come along, and the objects as they were rendered. */
import type { KubeObject } from '../../../../lib/api';
import { renderedDigest, upgradeDigest } from '../../../../lib/controllers/approval/upgrade-digest';

const IMAGE_DIGEST = `sha256:${'1'.repeat(64)}`;
const IMAGE = `example.com/shop@${IMAGE_DIGEST}`;

test('the digest is that of the image, and another one for whatever comes along with it', () => {
  expect([upgradeDigest(IMAGE, []), upgradeDigest(IMAGE_DIGEST, [])]).toEqual([IMAGE_DIGEST, IMAGE_DIGEST]);
  const digests = [[], ['db'], ['evil'], ['db', 'evil']].flatMap((packages) => [upgradeDigest(IMAGE, packages), upgradeDigest(IMAGE, packages, 'sha256:2')]);
  expect(new Set(digests).size).toBe(8);
  expect(upgradeDigest(IMAGE, ['evil', 'db'])).toBe(upgradeDigest(IMAGE, ['db', 'evil']));
});

const object = (kind: string, content: object, name = 'a'): KubeObject => ({ apiVersion: 'v1', kind, metadata: { name }, ...content }) as unknown as KubeObject;
const deployment = (container: object, annotations: object = {}): KubeObject =>
  object('Deployment', { spec: { template: { metadata: { annotations }, spec: { containers: [{ name: 'a', image: 'a:1', ...container }] } } } });
const role = (resources: readonly string[]): KubeObject => object('ClusterRole', { rules: [{ apiGroups: [''], resources, verbs: ['get'] }] });

test.each<[string, boolean, KubeObject, KubeObject | undefined, boolean]>([
  ['a value of a ConfigMap', false, object('ConfigMap', { data: { a: '1' } }), object('ConfigMap', { data: { a: '2' } }), true],
  ['a checksum', false, deployment({}, { checksum: '1' }), deployment({}, { checksum: '2' }), true],
  ['of what makes values up: a password', true, object('Secret', { data: { a: '1' } }), object('Secret', { data: { a: '2' } }), false],
  ['of what makes values up: its checksum', true, deployment({}, { checksum: '1' }), deployment({}, { checksum: '2' }), false],
  ['of what makes values up: a variable', true, deployment({ env: [{ name: 'A', value: '1' }] }), deployment({ env: [{ name: 'A', value: '2' }] }), false],
  ['of what makes values up: an image', true, deployment({}), deployment({ image: 'b:1' }), true],
  ['of what makes values up: what a container may do', true, deployment({}), deployment({ securityContext: { privileged: true } }), true],
  ['of what makes values up: what a role grants', true, role(['pods']), role(['secrets']), true],
  ['of what makes values up: another name', true, object('Secret', {}), object('Secret', {}, 'b'), true],
  ['of what makes values up: one object more', true, object('Secret', {}), undefined, true],
])('the rendered objects, %s', (_what, makesUp, before, after, differs) => {
  const [one, other] = [[before], after === undefined ? [before, role(['*'])] : [after]].map((objects) => renderedDigest(objects, { makesUp }));
  expect(one === other).toBe(!differs);
});

test('of a confidential configuration nobody can try what gives the digest', () => {
  const objects = [object('ConfigMap', { data: { a: '1' } })];
  expect(new Set([undefined, 'a', 'b'].map((salt) => renderedDigest(objects, { makesUp: false, salt }))).size).toBe(3);
});
