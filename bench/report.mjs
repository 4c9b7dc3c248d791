/** Writes results as a table between the markers of docs/performance.md: `node bench/report.mjs [RESULTS]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const page = join(here, '..', 'docs', 'performance.md');
const begin = '<!-- results: written by bench/report.mjs -->';
const end = '<!-- end of results -->';

export function report(results) {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error('docs/performance.md has lost the markers between which the results go');
  const { machine } = results;
  const told = [
    `Measured on ${results.takenAt.slice(0, 10)}: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ` +
      `Node ${machine.node}, Kubernetes ${machine.kubernetes};`,
    `median of ${results.rounds} rounds.${startText(results.start)}`,
  ].join('\n');
  writeFileSync(page, `${text.slice(0, from + begin.length)}\n${told}\n\n${table(results)}\n${text.slice(to)}`);
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
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index].length)));
  const line = (cells) => `| ${cells.map((text, index) => text.padEnd(widths[index])).join(' | ')} |`;
  return [line(columns), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

function cell({ wallSeconds, requests }) {
  const dryRuns = requests.dryRuns > 0 ? `+${requests.dryRuns}` : '';
  return `${wallSeconds.toFixed(2)} s, ${requests.writes}${dryRuns}+${requests.others}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = JSON.parse(readFileSync(process.argv[2] ?? join(here, 'results', 'latest.json'), 'utf8'));
  report(results);
  console.log(table(results));
}
