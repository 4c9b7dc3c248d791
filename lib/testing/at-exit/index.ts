/**
 * What is done when this process ends, however it ends: by a watchdog, a process of its own that holds the other end of a pipe. The system
 * closes the pipe even when this process is killed.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { Duty } from './duty';

/**
 * Compiled, beside this file. Run from its sources, as by the tests of this repository, there is none: there a run takes along what it has
 * started (tools/run).
 */
const PROGRAM = join(__dirname, 'watchdog.js');

type Watchdog = ChildProcessByStdio<Writable, null, null>;
let running: Watchdog | undefined;

/** Resolves when the watchdog is sure to hear of the duty. It does all of them when this process has ended. */
export async function atExit(duty: Duty): Promise<void> {
  if (!existsSync(PROGRAM)) return;
  const { stdin } = (running ??= start());
  await new Promise<void>((resolve, reject) => {
    stdin.write(`${JSON.stringify(duty)}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

function start(): Watchdog {
  // Detached: a Ctrl-C in the terminal of this process does not reach it. Neither it nor the pipe keeps this process alive.
  const child = spawn(process.execPath, [PROGRAM], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const forget = (): void => {
    if (running === child) running = undefined;
  };
  child.once('error', forget).once('exit', forget).unref();
  // A write that fails rejects; the event says the same.
  child.stdin.on('error', forget);
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
}
