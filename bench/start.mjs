/** How long the command takes to start beside Node alone: `boxcutter --version` and an empty program, in turn. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { median, round } from './measure.mjs';

const times = 21;

/** Medians, in seconds of wall time. The first pair fills the file cache and is not counted. */
export function measureStart({ boxcutter, folder, env }) {
  const empty = join(folder, 'empty.mjs');
  writeFileSync(empty, '');
  const pairs = Array.from({ length: times + 1 }, () => [timeOf([empty], env), timeOf([boxcutter, '--version'], env)]).slice(1);
  const at = (index) => round(median(pairs.map((pair) => pair[index])));
  return { times, nodeSeconds: at(0), versionSeconds: at(1) };
}

function timeOf(args, env) {
  const from = performance.now();
  execFileSync(process.execPath, args, { env, stdio: 'ignore' });
  return (performance.now() - from) / 1000;
}
