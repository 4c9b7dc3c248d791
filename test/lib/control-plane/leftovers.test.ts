import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { clusterPlaces } from '../../../lib/control-plane/places';
import { isAlive, processIdentity, terminate } from '../../../lib/control-plane/run/processes';
import { withLock } from '../../../lib/control-plane/lock';
import { livingProcesses, readState, writeState, type ClusterState } from '../../../lib/control-plane/state';
import { status } from '../../../lib/control-plane/status';
import { scratchFolder } from './scratch';

const scratch = scratchFolder();
const self = { pid: process.pid, identity: processIdentity(process.pid)! };
const state = (processes: ClusterState['processes']): ClusterState => ({
  format: 1,
  phase: 'running',
  port: 1,
  version: 'v1.36.3',
  programs: '/programs',
  processes,
  missing: [],
});

describe('a process', () => {
  test('is not taken for an earlier one that had its number', () => {
    expect(isAlive(self)).toBe(true);
    expect(isAlive({ pid: process.pid, identity: 'another boot/1' })).toBe(false);
  });

  test('that has another identity is never signalled', async () => {
    await terminate({ pid: process.pid, identity: 'another boot/1' }, 1_000);
    expect(isAlive(self)).toBe(true);
  });

  test('that ignores the request to end is killed', async () => {
    const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); console.log("ready"); setInterval(() => {}, 1000)']);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const known = { pid: child.pid!, identity: processIdentity(child.pid!)! };
    await terminate(known, 50);
    expect(isAlive(known)).toBe(false);
  });
});

describe('the state of a cluster', () => {
  test('whose processes are gone or have been replaced by others counts as stopped', async () => {
    const places = clusterPlaces('stale', scratch);
    writeState(places, state([{ name: 'etcd', pid: process.pid, identity: 'another boot/1' }]));
    expect(livingProcesses(readState(places))).toEqual([]);
    expect(await status('stale', { directory: scratch })).toMatchObject({ state: 'stopped', processes: [{ name: 'etcd', alive: false }] });
  });

  test('whose API server does not answer counts as degraded', async () => {
    writeState(clusterPlaces('deaf', scratch), state([{ name: 'etcd', ...self }]));
    expect(await status('deaf', { directory: scratch })).toMatchObject({ state: 'degraded', problems: ['The API server does not answer that it is ready.'] });
  });

  test('that cannot be read is no state', () => {
    const places = clusterPlaces('torn', scratch);
    fs.mkdirSync(places.directory);
    fs.writeFileSync(places.state, '{"format":');
    expect(readState(places)).toBeUndefined();
  });
});

describe('a lock', () => {
  test.each([
    ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, identity: 'x' })],
    ['of a process whose number another has now', JSON.stringify({ pid: process.pid, identity: 'another boot/1' })],
    ['that cannot be read', ''],
  ])('%s is taken over', async (_, content) => {
    const file = path.join(scratch, 'stale.lock');
    fs.writeFileSync(file, content);
    expect(await withLock(file, { patience: 1_000 }, () => Promise.resolve('done'))).toBe('done');
    expect(fs.existsSync(file)).toBe(false);
  });

  test('lets one in at a time, also when the one before fails', async () => {
    const file = path.join(scratch, 'busy.lock');
    let inside = 0;
    const work = async (): Promise<void> => {
      expect(++inside).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      inside--;
      throw new Error('failed');
    };
    const results = await Promise.allSettled([1, 2, 3].map(() => withLock(file, {}, work)));
    expect(results.map((one) => one.status === 'rejected' && (one.reason as Error).message)).toEqual(['failed', 'failed', 'failed']);
  });

  test('that is held is waited for only so long', async () => {
    const file = path.join(scratch, 'held.lock');
    fs.writeFileSync(file, JSON.stringify(self));
    await expect(withLock(file, { patience: 50 }, () => Promise.resolve())).rejects.toMatchObject({ code: 'lock-held', category: 'locked' });
  });
});
