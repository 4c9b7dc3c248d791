import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const performance = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'performance.md');

/** Puts the text between two markers of a page, in place of what stands there. @param page a file. @default docs/performance.md */
export function writeBetween(begin, end, text, page = performance) {
  const before = readFileSync(page, 'utf8');
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${page} has lost the markers ${begin} and ${end}`);
  writeFileSync(page, `${before.slice(0, from + begin.length)}\n${text}\n${before.slice(to)}`);
}

/** A Markdown table with columns of equal width. */
export function markdownTable(columns, rows) {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index].length)));
  const line = (cells) => `| ${cells.map((text, index) => text.padEnd(widths[index])).join(' | ')} |`;
  return [line(columns), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

/** When and on what something is measured: a part of the results. @param kubernetes version of the API server */
export function takenOn(kubernetes) {
  const machine = {
    cpu: cpus()[0]?.model.trim(), cores: availableParallelism(), memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version, kubernetes,
  };
  return { takenAt: new Date().toISOString(), machine };
}

/** The same in words. */
export function machineText({ takenAt, machine: { cpu, cores, memoryGiB, node, kubernetes } }) {
  return `Measured on ${takenAt.slice(0, 10)}: ${cpu}, ${cores} cores, ${memoryGiB} GiB, Node ${node}, Kubernetes ${kubernetes};`;
}
