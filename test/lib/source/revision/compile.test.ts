/** A revision that is written already, by hand or by synth: checked like everything else, and only rolled out when it says so. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../../lib/api';
import { type Choices, type Compiled, readRevision, type Surroundings } from '../../../../lib/source';

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-revision-'));
afterAll(() => rmSync(folder, { recursive: true }));

const settings: JsonObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'shop' },
  data: { size: '3' },
};

const rollout = (spec: JsonObject = {}, objects: JsonObject['objects'] = [{ object: settings }]): JsonObject => ({
  apiVersion: 'olm.operatorframework.io/v1',
  kind: 'ClusterExtensionRevision',
  metadata: { name: 'shop-2' },
  spec: { lifecycleState: 'Active', revision: 2, phases: [{ name: 'deploy', objects }], ...spec },
});

let count = 0;

function read(documents: readonly JsonObject[], choices: Choices = {}, surroundings: Partial<Surroundings> = {}): Promise<Compiled> {
  const file = join(folder, `${(count += 1)}.yaml`);
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n---\n'));
  return readRevision(file, choices, { onNote: () => undefined, ...surroundings });
}

test('what is right is taken as it is', async () => {
  const { resolved, documents } = await read([rollout()]);
  expect(resolved).toMatchObject({ extension: 'shop', number: 2, phases: [{ name: 'deploy', objects: [{ object: settings }] }] });
  expect(resolved).not.toHaveProperty('lifecycleState');
  expect(documents()).toEqual([rollout()]);
});

describe('the revision itself is held against its own API', () => {
  test.each<[what: string, spec: JsonObject, path: string, message: RegExp]>([
    ['an unknown field', { phasez: [] }, 'spec.phasez', /unknown field/],
    ['a policy in lower case', { collisionProtection: 'prevent' }, 'spec.collisionProtection', /"prevent"/],
    ['a state that there is none of', { lifecycleState: 'Running' }, 'spec.lifecycleState', /"Running"/],
    ['a number of zero', { revision: 0 }, 'spec.revision', /0/],
    ['a number in quotes', { revision: '2' }, 'spec.revision', /./],
    ['a deadline that is too short', { progressDeadlineMinutes: 1 }, 'spec.progressDeadlineMinutes', /./],
    ['a field of the other shape', { approved: true }, 'spec', /approved is forbidden/],
  ])('%s is refused with file, line and path', async (_what, spec, path, message) => {
    const error = await read([rollout(spec)]).catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ code: 'input-invalid', category: 'input', message: expect.stringMatching(message) });
    expect((error as Error).message).toContain(`${count}.yaml:1: `);
    expect((error as Error).message).toContain(`: ${path}: `);
  });

  test('all mistakes at once, each with its document', async () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'other', namespace: 'shop' } };
    const content = { ref: { name: 'other', namespace: 'shop', key: 'a' } };
    const phases = [{ name: 'deploy', collisionProtection: 'none', objects: [{ object: settings, collisionProtection: 'all' }, content] }];
    await expect(read([secret, rollout({ phases })])).rejects.toMatchObject({
      message: expect.stringMatching(/2 mistakes[^]*:3 \(document 2\): .*spec\.phases\[0\]\.[^]*:3 \(document 2\): .*spec\.phases\[0\]\./),
    });
  });
});

test('without a lifecycleState it is Active, as the CRD has it', async () => {
  const { lifecycleState: _, ...spec } = rollout().spec as JsonObject;
  const written = { ...rollout(), spec };
  const { resolved, documents } = await read([written], {}, { rollsOut: true });
  expect(resolved).not.toHaveProperty('lifecycleState');
  expect(documents()).toEqual([written]);
});

describe('its objects are held against their schemas', () => {
  test('within the revision: with the path from its root', async () => {
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' }, spec: { replica: 3 } };
    await expect(read([rollout({}, [{ object: settings }, { object: deployment }])])).rejects.toMatchObject({
      code: 'input-invalid',
      message: expect.stringMatching(/\.yaml:1: Deployment\.apps\/v1 shop\/web: spec\.phases\[0\]\.objects\[1\]\.object\.spec\.replica: unknown field/),
    });
  });

  test('in a Secret beside it: with the place of the Secret', async () => {
    const wrong = { ...settings, data: { size: 3 } };
    const content = Buffer.from(JSON.stringify(wrong)).toString('base64');
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'shop-2', namespace: 'ops' }, data: { settings: content } };
    const ref = { name: 'shop-2', namespace: 'ops', key: 'settings' };
    await expect(read([rollout({}, [{ ref }]), secret])).rejects.toMatchObject({
      message: expect.stringMatching(/\.yaml:3 \(document 2\): ConfigMap\.v1 shop\/settings: data\.size: /),
    });
  });

  test('a Secret that is not there', async () => {
    await expect(read([rollout({}, [{ ref: { name: 'gone', namespace: 'ops', key: 'a' } }])])).rejects.toMatchObject({ code: 'content-missing' });
  });

  test('of another version of Kubernetes: which kinds there are is for the cluster to say', async () => {
    const old = { apiVersion: 'policy/v1beta1', kind: 'PodDisruptionBudget', metadata: { name: 'web', namespace: 'shop' } };
    await expect(read([rollout({}, [{ object: old }])])).resolves.toMatchObject({ resolved: { number: 2 } });
  });
});

describe('what only the schemas of some versions refuse', () => {
  // Kubernetes 1.36 requires the spec, versions before it do not.
  const autoscaler = { apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', metadata: { name: 'web', namespace: 'shop' } };
  const written = rollout({}, [{ object: autoscaler }]);
  const facts = (kubernetesVersion: string): Partial<Surroundings> =>
    ({ facts: () => Promise.resolve({ certificates: 'none', kubernetesVersion, apiVersions: [] }) });

  test('is a note where no version is known', async () => {
    const notes: string[] = [];
    await expect(read([written], {}, { onNote: (note) => notes.push(note) })).resolves.toMatchObject({ resolved: { number: 2 } });
    const said = /web: .*: warning: required field "spec" is missing\. Kubernetes 1\.36 refuses it; 1\.35 and 1\.34 take it\.$/;
    expect(notes).toEqual([expect.stringMatching(said)]);
  });

  test('is a mistake on a cluster of such a version, and none on another', async () => {
    await expect(read([written], {}, facts('1.36.1'))).rejects.toMatchObject({ code: 'input-invalid' });
    await expect(read([written], {}, facts('1.35.4'))).resolves.toMatchObject({ resolved: { number: 2 } });
  });

  test('is a mistake where such a version is chosen', async () => {
    await expect(read([written], { kubernetesVersion: '1.36' }, facts('1.35.4'))).rejects.toMatchObject({ code: 'input-invalid' });
  });
});

describe('what it is there for', () => {
  test('archived: rolled out by nothing, with what to do instead', async () => {
    await expect(read([rollout({ lifecycleState: 'Archived' })], {}, { rollsOut: true })).rejects.toMatchObject({
      code: 'revision-archived', category: 'input',
      message: expect.stringMatching(/\.yaml:1: revision 2 of extension "shop" is archived/),
      hint: expect.stringContaining('boxcutter delete shop'),
    });
  });

  test('archived: it can be looked at', async () => {
    await expect(read([rollout({ lifecycleState: 'Archived' })])).resolves.toMatchObject({ resolved: { lifecycleState: 'Archived' } });
  });

  test('paused: taken as that', async () => {
    const paused = read([rollout({ lifecycleState: 'Paused' })], {}, { rollsOut: true });
    await expect(paused).resolves.toMatchObject({ resolved: { lifecycleState: 'Paused' } });
  });

  test('with revisions of a controller before it: refused, as only that controller can hand their objects over', async () => {
    await expect(read([rollout({ previous: [{ name: 'shop-1', uid: 'a-b-c' }] })], {}, { rollsOut: true })).rejects.toMatchObject({
      code: 'revision-previous', category: 'input', message: expect.stringMatching(/takes objects over from shop-1/),
    });
    await expect(read([rollout({ previous: [] })], {}, { rollsOut: true })).resolves.toMatchObject({ resolved: { number: 2 } });
  });
});

describe('which one is meant', () => {
  const other = { ...rollout(), metadata: { name: 'web-1' }, spec: { lifecycleState: 'Active', revision: 1, phases: [] } };

  test('of several, the one that is named', async () => {
    await expect(read([other, rollout()])).rejects.toMatchObject({
      code: 'input-revisions',
      message: expect.stringMatching(/holds 2 revisions \(web, shop\)\.$/),
    });
    await expect(read([other, rollout()], { name: 'shop' })).resolves.toMatchObject({ resolved: { extension: 'shop' } });
  });

  test('objects beside it belong to no phase', async () => {
    await expect(read([rollout(), settings])).rejects.toMatchObject({
      code: 'input-mixed',
      message: expect.stringMatching(/:3 \(document 2\): a ConfigMap /),
    });
  });
});
