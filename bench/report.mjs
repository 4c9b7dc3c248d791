/** Writes results as a table between the markers of docs/performance.md: `node bench/report.mjs [RESULTS]`. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { machineText, markdownTable, writeBetween } from './between.mjs';

export function report(results) {
  const { rounds, runs, minutes } = results;
  const took = minutes === undefined ? '' : `, ${minutes} minutes in all`;
  const of = `median of ${rounds} rounds${runs === undefined ? '' : ` of the last of ${runs.length} runs`}${took}.`;
  const told = `${machineText(results)}\n${of}${startText(results.start)}`;
  const text = `${told}\n\n${table(results)}${leftOutText(results)}${goalTable(results)}`;
  writeBetween('<!-- results: written by bench/report.mjs -->', '<!-- end of results -->', text);
}

function startText(start) {
  if (start === undefined) return '';
  const [ours, bare] = [start.versionSeconds, start.nodeSeconds].map((value) => `${(value * 1000).toFixed(0)} ms`);
  return ` \`boxcutter --version\` took ${ours}, Node with an empty program ${bare} (medians of ${start.times}).`;
}

/** A Markdown table: seconds, requests (of these: writes, dry runs), for each step; largest peak memory over all steps. */
export function table(results) {
  const columns = ['tool', 'install', 'unchanged', 'upgrade', 'teardown: accepted', 'teardown: all gone', 'peak memory'];
  const rows = results.tools.map(({ name, steps }) => [
    name,
    cell(steps.install),
    cell(steps.unchanged),
    cell(steps.upgrade),
    steps.teardown.deletesAcceptedSeconds === undefined ? '' : `${steps.teardown.deletesAcceptedSeconds.toFixed(2)} s`,
    cell(steps.teardown),
    `${Math.max(...Object.values(steps).map((step) => step.peakMiB)).toFixed(0)} MiB`,
  ]);
  return markdownTable(columns, rows);
}

/** Of several runs: what each came to, as a share of the peer's, and the goal. Empty for one run. */
export function goalTable({ runs }) {
  if (runs === undefined) return '';
  const columns = ['share of a peer, in each run', ...runs.map((_, index) => `run ${index + 1}`), 'wanted'];
  const rows = (runs[0] ?? []).filter(({ peer }) => peer !== undefined).map(({ what, most }) => [
    what,
    ...runs.map((goals) => {
      const { found, peer } = goals.find((goal) => goal.what === what) ?? {};
      return found === undefined ? '' : `${found.toFixed(2)} of ${peer}`;
    }),
    `at most ${most.toFixed(2)}`,
  ]);
  return `\n\n${markdownTable(columns, rows)}`;
}

/** Which rounds of which tools are not in the table, because they failed twice. */
export function leftOutText({ leftOut = [] }) {
  if (leftOut.length === 0) return '';
  const items = leftOut.map(({ name, round, reason }) => `- ${name}, ${round}: ${reason}`);
  return `\n\nLeft out, because the tool failed in it twice:\n\n${items.join('\n')}`;
}

function cell({ wallSeconds, requests }) {
  const dryRuns = requests.dryRuns > 0 ? `+${requests.dryRuns}` : '';
  return `${wallSeconds.toFixed(2)} s, ${requests.writes}${dryRuns}+${requests.others}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), 'results', 'latest.json');
  const results = JSON.parse(readFileSync(file, 'utf8'));
  report(results);
  console.log(table(results));
}
