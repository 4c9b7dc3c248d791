/**
 * Compares results with the targets: `node bench/compare.mjs [RESULTS]`. Exit code 1 when one is missed.
 * Request counts do not depend on the machine; the times are for an idle machine of two cores.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { counts } from './workload.mjs';

/** At most this many: writes beyond those of the objects themselves belong to the state of the extension. */
const requestTargets = {
  install: { writes: counts.objects + 3, others: 30, dryRuns: counts.objects },
  unchanged: { writes: 0, others: 20, dryRuns: 0 },
  upgrade: { writes: counts.changed + 3, others: 30, dryRuns: counts.changed },
  teardown: { writes: counts.objects + 3, others: 30, dryRuns: 0 },
};

/** Less than this many seconds: with the preflight as it is by default, and without. */
const timeTargets = {
  'boxcutter': { install: 1.0, unchanged: 0.3, upgrade: 1.0 },
  'boxcutter-without-preflight': { install: 0.8 },
};
const deletesAccepted = 0.8;

/** In the same run: less wall time than these tools in these steps. */
const fasterThan = { helm: ['install', 'unchanged', 'upgrade', 'teardown'], flux: ['install', 'upgrade', 'teardown'] };

/** One line a target, each beginning with `ok` or `MISSED`. */
export function compare(results) {
  const tool = (id) => results.tools.find((one) => one.id === id);
  return ['boxcutter', 'boxcutter-without-preflight'].flatMap((id) => {
    const ours = tool(id);
    if (ours === undefined) return [];
    const lines = Object.entries(requestTargets).flatMap(([step, targets]) =>
      Object.entries(targets).map(([what, most]) => {
        const found = ours.steps[step].requests[what];
        const limit = id === 'boxcutter-without-preflight' && what === 'dryRuns' ? 0 : most;
        return line(found <= limit, `${id} ${step}: ${found} ${names[what]}, at most ${limit}`);
      }),
    );
    for (const [step, limit] of Object.entries(timeTargets[id])) {
      const found = ours.steps[step].wallSeconds;
      lines.push(line(found < limit, `${id} ${step}: ${found.toFixed(2)} s, under ${limit.toFixed(2)} s`));
    }
    const accepted = ours.steps.teardown.deletesAcceptedSeconds;
    const figures = `${accepted?.toFixed(2)} s, under ${deletesAccepted.toFixed(2)} s`;
    lines.push(line(accepted < deletesAccepted, `${id} teardown: deletes accepted after ${figures}`));
    if (id !== 'boxcutter') return lines;
    for (const [peer, wanted] of Object.entries(fasterThan)) {
      const theirs = tool(peer);
      if (theirs === undefined) continue;
      for (const step of wanted) {
        const [we, they] = [ours.steps[step].wallSeconds, theirs.steps[step].wallSeconds];
        lines.push(line(we < they, `${id} ${step}: ${we.toFixed(2)} s, ${theirs.name} ${they.toFixed(2)} s`));
      }
    }
    return lines;
  });
}

const names = { writes: 'writes', others: 'other requests', dryRuns: 'dry runs' };

function line(reached, text) {
  return `${reached ? 'ok    ' : 'MISSED'} ${text}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), 'results', 'latest.json');
  const lines = compare(JSON.parse(readFileSync(file, 'utf8')));
  console.log(lines.join('\n'));
  process.exitCode = lines.some((text) => text.startsWith('MISSED')) ? 1 : 0;
}
