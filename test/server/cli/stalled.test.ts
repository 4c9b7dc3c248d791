/**
 * Rollouts whose Pods get nowhere: the wait ends early with the reason, and what follows it. Each test has extensions of its own, at work
 * at the same time: what takes time is that the Pods are looked at twice.
 */
import { readFileSync } from 'node:fs';
import { commandBench, manifests, type Finished } from './command';
import { document } from './documents';

const bench = commandBench();
const { run, scratch } = bench;
const NOWHERE = 'nodeSelector: { no-node-has-this: "1" }, ';

/** An extension of settings, a Deployment and, of a later phase, an Ingress; its Pods run, or no node takes them. */
function version(name: string, value: string, runs: boolean): string {
  const objects = [manifests.config(`${name}-settings`, value), manifests.deployment(name, runs ? '' : NOWHERE), manifests.ingress(name)];
  return scratch.write(`${name}-${value}.yaml`, objects.join('---\n'));
}

const apply = (name: string, value: string, runs: boolean, ...more: string[]) => (
  run('apply', version(name, value, runs), '--name', name, '--give-up', 'unschedulable=0s', ...more)
);
const settings = async (name: string): Promise<unknown> => (
  (await bench.test.get({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: `${name}-settings` }))?.['data']
);

const foreign = (name: string): Promise<unknown> => bench.test.create({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${name}-settings`, namespace: bench.namespace }, data: { value: 'theirs' },
});

/** A volume for the claim of one extension, in a storage class that nobody else has. */
const volume = () => ({
  apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: `${bench.namespace}-data` },
  spec: {
    capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'gone-back-from', hostPath: { path: '/nowhere' },
    persistentVolumeReclaimPolicy: 'Delete',
  },
});

/** The file with a claim more. */
function claiming(file: string): string {
  const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { accessModes: [ReadWriteOnce], storageClassName: gone-back-from, resources: { requests: { storage: 1Gi } } }
`;
  return scratch.write('data-claim.yaml', `${readFileSync(file, 'utf8')}---\n${claim}`);
}

/** What each of these runs came to; all are under way at once. */
const ROLLOUTS = {
  stuck: () => apply('stuck', '1', false),
  patient: () => apply('patient', '1', false, '--give-up', 'unschedulable=never', '--timeout', '10s'),
  back: async () => {
    expect(await apply('back', '1', true)).toMatchObject({ code: 0 });
    return apply('back', '2', false, '--atomic');
  },
  first: () => apply('first', '1', false, '--on-failure', 'rollback', '-o', 'json'),
  taken: async () => {
    await foreign('taken');
    return apply('taken', '1', false, '--atomic', '--collision-protection', 'IfNoController');
  },
  data: async () => {
    expect(await apply('data', '1', true)).toMatchObject({ code: 0 });
    await bench.test.create(volume());
    return run('apply', claiming(version('data', '2', false)), '--name', 'data', '--give-up', 'unschedulable=0s', '--atomic', '--delete-data', '-o', 'json');
  },
  refused: async () => {
    await foreign('refused');
    return apply('refused', '1', true, '--atomic');
  },
} as const;
let finished: Readonly<Record<string, Finished>> = {};
const of = (name: keyof typeof ROLLOUTS): Finished => finished[name] ?? { code: null, signal: null, stdout: '', stderr: '' };

beforeAll(async () => {
  const runs = Object.entries(ROLLOUTS).map(async ([name, rollOut]) => [name, await rollOut()] as const);
  finished = Object.fromEntries(await Promise.all(runs));
}, 120_000);

test('Pods that no node takes end the wait, with the Pod and the words of the scheduler', () => {
  const { code, stdout, stderr } = of('stuck');
  expect(stdout).toMatch(/stuck revision 1: failed\n/);
  expect(stdout).toMatch(/✗ Deployment \S+\/stuck will not become ready: Pod stuck-\S+: it is not scheduled: Unschedulable: 0\/1 nodes/);
  expect(stderr).toMatch(/Deployment \S+\/stuck: created, waiting: .*\n/);
  expect(stderr).toMatch(/phase deploy: failed\n/);
  expect(code).toBe(1);
});

test('a patience that has no end waits on, and says what it sees', () => {
  const { code, stderr } = of('patient');
  expect(stderr).toMatch(/Deployment \S+\/patient: created, waiting: Pod patient-\S+: it is not scheduled: Unschedulable/);
  expect(code).toBe(3);
});

test('--atomic goes back to the last complete revision, and the exit code stays that of the failure', async () => {
  const { code, stdout, stderr } = of('back');
  expect(stdout).toMatch(/back revision 2: failed\n[^]*back revision 3, the content of revision 1: complete\n/);
  expect(stderr).toMatch(/Going back from back revision 2\n/);
  expect(code).toBe(1);
  expect(await settings('back')).toEqual({ value: '1' });
  expect(await apply('back', '1', true)).toMatchObject({ code: 0, stdout: expect.stringContaining('unchanged') });
});

test('a first install is taken down, and one document says both', async () => {
  expect(document(of('first'))).toMatchObject({
    status: 'failed', revision: 1,
    goneBack: { status: 'complete', removed: [{ kind: 'Ingress' }, { kind: 'Deployment' }, { kind: 'ConfigMap' }] },
  });
  expect(of('first').code).toBe(1);
  expect(await settings('first')).toBeUndefined();
  expect((await run('status', 'first')).stderr).toMatch(/There is no extension "first"/);
});

test('a first install that took over what was there is left as it is', async () => {
  const { code, stderr } = of('taken');
  expect(stderr).toMatch(/Extension "taken" is left as it is: .* the run took over an object that was there before\.\s/);
  expect(code).toBe(1);
  expect(await settings('taken')).toEqual({ value: '1' });
});

test('--delete-data is said for the new content: going back deletes no data, and the failed revision stays', async () => {
  expect(document(of('data'))).toMatchObject({
    status: 'failed', revision: 2, notGoneBack: expect.stringMatching(/PersistentVolumeClaim \S+\/data holds data[^]*does not count for going back/),
  });
  expect(of('data').code).toBe(1);
  expect(await bench.test.get({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: bench.namespace, name: 'data' })).toBeDefined();
});

test('what is refused before the first write changes nothing, and nothing is gone back from', async () => {
  const { code, stderr } = of('refused');
  expect(stderr).not.toMatch(/Going back|left as it is/);
  expect(code).toBe(4);
  expect(await settings('refused')).toEqual({ value: 'theirs' });
});
