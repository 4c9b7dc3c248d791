/** The process that is measured: connects, keeps everything, and says how it fares. Nothing else is in it. */
import { IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { connect } from '../../lib/kube';
import { keepExtensions } from '../../lib/runtime/keep';
import type { FromKeeper, Sample, ToKeeper } from './messages';

const MIB = 1024 * 1024;
const now = (): number => performance.timeOrigin + performance.now();
const say = (message: FromKeeper): void => void process.send?.(message);

async function main(): Promise<void> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const cluster = await connect({ kubeconfig: process.argv[2] ?? '' });
  const ending = new AbortController();
  const sample = (): Sample => {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return { at: now(), rssMiB: rss / MIB, heapMiB: heapUsed / MIB, cpuSeconds: (user + system) / 1e6, requests: cluster.requests() };
  };
  const peakMiB = (): number => process.resourceUsage().maxRSS / 1024;
  process.on('message', (message: ToKeeper) => {
    if (message.type === 'stop') ending.abort();
    else {
      say({ type: 'loop', p50Ms: loop.percentile(50) / 1e6, p99Ms: loop.percentile(99) / 1e6, maxMs: loop.max / 1e6, peakMiB: peakMiB() });
      loop.reset();
    }
  });
  const orphaned = (): void => process.exit(1);
  process.on('disconnect', orphaned);
  const timer = setInterval(() => say({ type: 'sample', ...sample() }), 1000);
  let receivedAt = 0;
  // Each piece of a stream is taken in from the socket to the decision in one go: its arrival is the last one before.
  const { push } = IncomingMessage.prototype;
  IncomingMessage.prototype.push = function (chunk: unknown, encoding?: BufferEncoding): boolean {
    receivedAt = performance.now();
    return push.call(this, chunk, encoding);
  };
  await keepExtensions({
    cluster,
    namespaces: 'all',
    signal: ending.signal,
    onEvent: (event) => {
      if (event.type === 'steady') say({ ...event, seconds: performance.now() / 1000, peakMiB: peakMiB(), ...sample() });
      else if (event.type === 'drift') say({ type: 'drift', name: event.ref.name, at: now(), decidingMs: performance.now() - receivedAt });
      else if (event.type === 'repaired') say({ type: 'repaired', name: event.object.ref.name, at: now() });
      else if (event.type !== 'extension' && event.type !== 'readiness') say({ type: 'other', text: JSON.stringify(event) });
    },
  });
  clearInterval(timer);
  cluster.close();
  process.off('disconnect', orphaned);
  process.disconnect();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
