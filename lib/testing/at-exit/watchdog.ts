/**
 * `node watchdog.js`: reads duties, one a line, until the other end of its standard input is gone; then does them. Started by `atExit`, in
 * a process that uses what this package has for tests.
 */
import { rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { leaveCluster } from '../../control-plane';
import type { Duty } from './duty';

// A terminal that is closed, or a service manager, asks every process to end: this one has its work before it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
void watch();

async function watch(): Promise<void> {
  let text = '';
  process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await finished(process.stdin).catch(() => undefined);
  // A line that was cut is not waited for any more.
  const duties = text.split('\n').slice(0, -1).map((line) => JSON.parse(line) as Duty);
  await Promise.allSettled(duties.map(perform));
}

async function perform(duty: Duty): Promise<void> {
  switch (duty.type) {
    case 'leave-cluster':
      return leaveCluster(duty.name, duty.directory, duty.user);
    case 'remove-folder':
      return rmSync(duty.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
