/** Whom a cluster goes with. Its programs are processes that sleep. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterPlaces, type ClusterPlaces } from '../../../lib/control-plane/places';
import { isAlive, processIdentity, type KnownProcess } from '../../../lib/control-plane/run/processes';
import { readState, writeState } from '../../../lib/control-plane/state';
import { leaveCluster, registerUser, thisProcess } from '../../../lib/control-plane/users';
import { scratchFolder } from './scratch';

const scratch = scratchFolder();

async function sleeper(): Promise<KnownProcess> {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  return { pid, identity: processIdentity(pid) ?? '' };
}

/** A cluster with a program that runs, and data. */
async function cluster(name: string): Promise<{ readonly places: ClusterPlaces; readonly program: KnownProcess }> {
  const places = clusterPlaces(name, scratch);
  const program = await sleeper();
  const processes = [{ name: 'etcd' as const, ...program }];
  writeState(places, { format: 1, phase: 'running', port: 1, version: 'v1', programs: '/p', processes, missing: [] });
  mkdirSync(join(places.directory, 'etcd.data'));
  writeFileSync(join(places.directory, 'etcd.data', 'kept'), 'x');
  return { places, program };
}

/** A process that used a cluster and has ended. */
const ended: KnownProcess = { pid: process.pid, identity: 'another boot/1' };

test('it goes with the last of its users, with everything that belongs to it', async () => {
  const { places, program } = await cluster('theirs');
  registerUser(places, ended, 'nothing');
  registerUser(places, thisProcess(), 'running');
  await leaveCluster('theirs', scratch, ended);
  expect([isAlive(program), existsSync(places.directory)]).toEqual([true, true]);
  await leaveCluster('theirs', scratch, thisProcess());
  expect([isAlive(program), existsSync(places.directory), existsSync(places.lock)]).toEqual([false, false, false]);
});

test('a user that ended without leaving keeps it from going no longer', async () => {
  const { places, program } = await cluster('forgotten');
  registerUser(places, thisProcess(), 'nothing');
  registerUser(places, ended, 'running');
  registerUser(places, thisProcess(), 'running');
  await leaveCluster('forgotten', scratch, thisProcess());
  expect([isAlive(program), existsSync(places.directory)]).toEqual([false, false]);
});

test('one that ran before without users is used, and stays', async () => {
  const { places, program } = await cluster('standing');
  registerUser(places, ended, 'running');
  await leaveCluster('standing', scratch, ended);
  expect([isAlive(program), existsSync(places.users)]).toEqual([true, false]);
  process.kill(program.pid);
});

test('one that is brought up to stay, stays, whoever used it so far', async () => {
  const { places, program } = await cluster('staying');
  registerUser(places, ended, 'nothing');
  registerUser(places, undefined, 'running');
  await leaveCluster('staying', scratch, ended);
  expect(isAlive(program)).toBe(true);
  process.kill(program.pid);
});

test('one that was stopped before is stopped again, and keeps its data', async () => {
  const { places, program } = await cluster('stopped');
  registerUser(places, ended, 'stopped');
  await leaveCluster('stopped', scratch, ended);
  expect([isAlive(program), existsSync(join(places.directory, 'etcd.data', 'kept')), existsSync(places.users)]).toEqual([false, true, false]);
  expect(readState(places)?.port).toBe(1);
});

test('one that is not there any more is left alone', async () => {
  await leaveCluster('gone', scratch, ended);
  expect(existsSync(clusterPlaces('gone', scratch).directory)).toBe(false);
});
