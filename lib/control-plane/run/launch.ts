import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { BoxcutterError } from '../../errors';
import { makeFolders } from '../../make-folders';
import type { Component } from './components';
import type { ClusterPlaces } from '../places';
import { isAlive, processIdentity, type KnownProcess } from './processes';
import type { ComponentProcess } from '../state';

/**
 * Starts a program detached: it outlives the command, and Ctrl-C in the command's terminal does not reach it.
 *
 * @throws BoxcutterError `component-died` when it cannot be started or is gone at once.
 */
export async function launch(component: Component, program: string, places: ClusterPlaces): Promise<ComponentProcess> {
  makeFolders(places.logs);
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = fs.constants;
  const log = fs.openSync(logOf(component.name, places), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  try {
    const child = spawn(program, component.args, {
      cwd: places.directory,
      detached: true,
      stdio: ['ignore', log, log],
      env: componentEnvironment(places),
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
    const identity = child.pid === undefined ? undefined : processIdentity(child.pid);
    if (child.pid === undefined || identity === undefined) throw new Error('it ended at once');
    return { name: component.name, pid: child.pid, identity };
  } catch (cause) {
    throw died(component.name, places, cause);
  } finally {
    fs.closeSync(log);
  }
}

/** Proxies do not lie between processes of one machine, and KWOK is not to read a configuration of the user's own. */
function componentEnvironment(places: ClusterPlaces): NodeJS.ProcessEnv {
  const { HTTP_PROXY: _1, HTTPS_PROXY: _2, http_proxy: _3, https_proxy: _4, ALL_PROXY: _5, all_proxy: _6, ...env } = process.env;
  return { ...env, KWOK_WORKDIR: places.directory };
}

function logOf(name: string, places: ClusterPlaces): string {
  return path.join(places.logs, `${name}.log`);
}

/** Throws when one of the processes has ended, with the last words of its log. */
export function requireAlive(processes: readonly (KnownProcess & { readonly name: string })[], places: ClusterPlaces): void {
  for (const one of processes) if (!isAlive(one)) throw died(one.name, places);
}

function died(name: string, places: ClusterPlaces, cause?: unknown): BoxcutterError {
  const tail = lastWords(logOf(name, places));
  const message = `${name} ended while the cluster was starting${tail === '' ? ' and wrote no log.' : `. The end of its log:\n${tail}`}`;
  return new BoxcutterError('component-died', 'server', message, {
    hint: `The whole log is ${logOf(name, places)}. To start from nothing: "cluster down" removes the data of the cluster.`,
    // A program that cannot listen says so in its log only.
    details: { component: name, log: logOf(name, places), addressInUse: tail.includes('address already in use') },
    cause,
  });
}

/** The last lines of a log, long lines cut: some programs print their whole help when they refuse an option. */
function lastWords(file: string): string {
  try {
    const lines = fs.readFileSync(file, 'utf8').trim().split('\n');
    return lines.slice(-8).map((line) => (line.length > 300 ? `${line.slice(0, 300)}...` : line)).join('\n');
  } catch {
    return '';
  }
}
