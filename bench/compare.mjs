/**
 * Compares results with the goals: `node bench/compare.mjs [RESULTS]`. Exit code 1 when one is missed.
 * Requests are counted. Times and memory are compared with those of the other tools in the same run, because seconds say
 * more of the machine than of the tool; all of it is for an idle machine.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { goalLine } from './goals.mjs';
import { counts } from './workload.mjs';

/**
 * At most this many: writes and dry runs beyond those of the objects belong to the state of the extension and to the question
 * how the server creates; the others of a teardown are the two looks of the data-loss guard at all that stands in the namespace.
 */
export const requestGoals = {
  install: { writes: counts.objects + 3, dryRuns: counts.objects + 1, others: 8 },
  unchanged: { writes: 0, dryRuns: 0, others: 13 },
  upgrade: { writes: counts.changed + 3, dryRuns: counts.changed, others: 13 },
  teardown: { writes: counts.objects + 3, dryRuns: 0, others: 54 },
};

/** At most this share of the time of a peer; without a name: of the fastest. */
export const timeGoals = {
  install: { most: 0.8 },
  unchanged: { peer: 'flux', most: 1 },
  upgrade: { peer: 'flux', most: 0.9 },
  teardown: { peer: 'helm', most: 1.02 },
};

/** Peak memory, at most that of this peer. */
const memoryPeer = 'helm';

/** The time of `boxcutter --version`, at most this share of that of Node with an empty program. */
export const startGoal = 1.3;

const ours = 'boxcutter';
const withoutPreflight = 'boxcutter-without-preflight';

/**
 * What became of each goal; goals against tools that did not run are left out. `found` and `most` are numbers of requests, or shares of a
 * peer's time or memory.
 */
export function goalsOf({ tools, start }) {
  const tool = (id) => tools.find((one) => one.id === id);
  const peers = tools.filter(({ id }) => id !== ours && id !== withoutPreflight);
  const goals = [tool(ours), tool(withoutPreflight)].flatMap((found) => (found === undefined ? [] : requestGoalsOf(found)));
  const us = tool(ours);
  if (us !== undefined) {
    goals.push(...timeGoalsOf(us, peers));
    const peer = tool(memoryPeer);
    if (peer !== undefined) goals.push(share(`${us.id}: peak memory`, peakOf(us), peer.name, peakOf(peer), 1, mebibytes));
  }
  if (start !== undefined) {
    goals.push(share('boxcutter --version', start.versionSeconds, 'Node alone', start.nodeSeconds, startGoal, seconds));
  }
  return goals;
}

/** One line a goal and run, each beginning with `ok` or `MISSED`. */
export function compare({ runs, ...results }) {
  const all = runs ?? [goalsOf(results)];
  return all.flatMap((goals, index) => goals.map((goal) => goalLine(goal, all.length > 1 ? `run ${index + 1}, ` : '')));
}

/** Prints the lines; when a goal is missed in a run, the process ends with 1 once all else is done. */
export function tellComparison(results) {
  const lines = compare(results);
  console.log(lines.join('\n'));
  if (lines.some((text) => text.startsWith('MISSED'))) process.exitCode = 1;
}

function requestGoalsOf({ id, steps }) {
  return Object.entries(requestGoals).flatMap(([step, goals]) =>
    Object.entries(goals).map(([what, limit]) => {
      const found = steps[step].requests[what];
      // The question how the server creates is asked without a preflight, too.
      const most = id === withoutPreflight && what === 'dryRuns' ? Math.min(limit, step === 'install' ? 1 : 0) : limit;
      return { what: `${id} ${step}: ${names[what]}`, found, most, text: `${id} ${step}: ${found} ${names[what]}, at most ${most}` };
    }),
  );
}

function timeGoalsOf(us, peers) {
  return Object.entries(timeGoals).flatMap(([step, { peer: wanted, most }]) => {
    const those = peers.filter(({ id }) => wanted === undefined || id === wanted);
    if (those.length === 0) return [];
    const [peer] = [...those].sort((a, b) => a.steps[step].wallSeconds - b.steps[step].wallSeconds);
    return [share(`${us.id} ${step}`, us.steps[step].wallSeconds, peer.name, peer.steps[step].wallSeconds, most, seconds)];
  });
}

const peakOf = ({ steps }) => Math.max(...Object.values(steps).map(({ peakMiB }) => peakMiB));
const seconds = (value) => `${value.toFixed(2)} s`;
const mebibytes = (value) => `${value.toFixed(0)} MiB`;
const names = { writes: 'writes', others: 'other requests', dryRuns: 'dry runs' };

function share(what, ours, peer, theirs, most, unit) {
  const found = ours / theirs;
  const text = `${what}: ${unit(ours)} is ${found.toFixed(2)} of ${unit(theirs)} (${peer}), at most ${most.toFixed(2)}`;
  return { what, peer, found, most, text };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), 'results', 'latest.json');
  tellComparison(JSON.parse(readFileSync(file, 'utf8')));
}
