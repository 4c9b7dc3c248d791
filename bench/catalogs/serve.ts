/**
 * What `catalog serve` needs of memory while many clients read: the built command as a process of its own, a generated catalog, and clients
 * that read all of it over and over, half of them compressed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { COMMAND } from './command';
import { writeCatalog } from './written-catalog';

export interface ServeRow {
  readonly packages: number;
  readonly bytes: number;
  /** Resident memory in MiB: before the first client, the median while they read, and the most. */
  readonly idleMiB: number;
  readonly steadyMiB: number;
  readonly mostMiB: number;
  /** Received by all clients together, MB a second as they come over the wire. */
  readonly megabytesPerSecond: number;
}

/** Where the kernel says what a process has; there is nothing like it elsewhere. */
export const canMeasureServing = process.platform === 'linux';

export async function serveRow(packages: number, { clients = 50, seconds = 10 } = {}): Promise<ServeRow> {
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-bench-serve-'));
  let server: ChildProcess | undefined;
  try {
    const bytes = await writeCatalog(join(folder, 'catalog'), packages, 'json');
    const env = { ...process.env, BOXCUTTER_CACHE: join(folder, 'cache') };
    const words = ['catalog', 'serve', `bench=${join(folder, 'catalog')}`, '--port', '0'];
    server = spawn(process.execPath, [COMMAND, ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const url = await addressOf(server);
    const { pid } = server;
    if (pid === undefined) throw new Error('the server has no process');
    await wait(1000);
    const idleMiB = residentMiB(pid);
    const samples: number[] = [];
    const ends = performance.now() + seconds * 1000;
    const agent = new Agent({ keepAlive: true, maxSockets: clients });
    const reading = Promise.all(Array.from({ length: clients }, (_, index) => readOnAndOn(url, agent, index % 2 === 0, ends)));
    while (performance.now() < ends) {
      await wait(100);
      samples.push(residentMiB(pid));
    }
    const received = (await reading).reduce((sum, one) => sum + one, 0);
    agent.destroy();
    const steady = samples.slice(Math.floor(samples.length / 2)).sort((a, b) => a - b);
    return {
      packages, bytes, idleMiB, steadyMiB: steady[Math.floor(steady.length / 2)] ?? 0, mostMiB: Math.max(...samples),
      megabytesPerSecond: received / 1e6 / seconds,
    };
  } finally {
    if (server !== undefined) await ended(server);
    rmSync(folder, { recursive: true });
  }
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const closed = once(server, 'close');
  server.kill('SIGKILL');
  await closed;
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [url] = /http:\S+\/api\/v1\/all/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    server.once('close', () => reject(new Error(`the server ended: ${said}`)));
  });
}

async function readOnAndOn(url: string, agent: Agent, isCompressed: boolean, ends: number): Promise<number> {
  let bytes = 0;
  while (performance.now() < ends) bytes += await readOnce(url, agent, isCompressed, ends);
  return bytes;
}

function readOnce(url: string, agent: Agent, isCompressed: boolean, ends: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: isCompressed ? { 'accept-encoding': 'gzip' } : {} }, (response) => {
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (performance.now() >= ends) request.destroy();
      });
      response.on('close', () => resolve(bytes));
    });
    request.on('error', (error) => (performance.now() >= ends ? resolve(0) : reject(error)));
  });
}

function residentMiB(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}
