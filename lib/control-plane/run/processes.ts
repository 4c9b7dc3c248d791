import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What distinguishes a process from a later one that got the same number: boot and start time on Linux, the start time elsewhere.
 * Undefined when there is no such process, or only its unreaped remains.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxIdentity(pid);
  try {
    const [state, ...started] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    })
      .trim()
      .split(/\s+/);
    return !state || state.startsWith('Z') ? undefined : started.join(' ');
  } catch {
    return undefined;
  }
}

function linuxIdentity(pid: number): string | undefined {
  try {
    const fields = statFields(pid);
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** Fields of /proc/PID/stat from the third on (proc_pid_stat(5)); the second, the name, may contain blanks and parentheses. */
function statFields(pid: number): string[] {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Resident memory in bytes; undefined where the system does not say. */
export function residentMemory(pid: number): number | undefined {
  try {
    if (process.platform !== 'linux') {
      return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) * 1024;
    }
    const kib = /^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? undefined : Number(kib) * 1024;
  } catch {
    return undefined;
  }
}

/** A process we started: its number alone may belong to another process by now. */
export interface KnownProcess {
  readonly pid: number;
  readonly identity: string;
}

export function isAlive(known: KnownProcess): boolean {
  return processIdentity(known.pid) === known.identity;
}

/**
 * Asks a process to end, and kills it when it has not after `patience` milliseconds. Does nothing when the process is
 * gone or when its number belongs to another process now.
 */
export async function terminate(known: KnownProcess, patience: number): Promise<void> {
  if (!signal(known, 'SIGTERM')) return;
  if (await ended(known, patience)) return;
  if (!signal(known, 'SIGKILL')) return;
  await ended(known, 5_000);
}

function signal(known: KnownProcess, name: NodeJS.Signals): boolean {
  if (!isAlive(known)) return false;
  try {
    return process.kill(known.pid, name);
  } catch {
    return false;
  }
}

async function ended(known: KnownProcess, patience: number): Promise<boolean> {
  const deadline = performance.now() + patience;
  for (let pause = 5; isAlive(known); pause = Math.min(pause * 2, 50)) {
    if (performance.now() > deadline) return false;
    await sleep(pause);
  }
  return true;
}
