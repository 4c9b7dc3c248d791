import { machineText, markdownTable, writeBetween } from '../between.mjs';
import { steps } from './contestants.mjs';

/** Writes the table into docs/performance.md. */
export function reportGrowth(results) {
  const text = `${machineText(results)}\none run each.\n\n${growthTable(results)}`;
  writeBetween('<!-- growth: written by bench/growth.mjs -->', '<!-- end of growth -->', text);
}

/** Rows are steps of tools, columns numbers of objects. The last column tells whether the line is straight. */
export function growthTable({ sizes, tools }) {
  const rows = tools.flatMap((tool) => steps.flatMap((step) => {
    const samples = sizes.map((size) => tool.sizes[size]?.[step]);
    if (samples.every((sample) => sample === undefined)) return [];
    return [[`${tool.name}, ${step}`, ...samples.map(cell), bend(sizes, samples)]];
  }));
  const peaks = tools.map((tool) => [`${tool.name}, peak memory`, ...sizes.map((size) => peakCell(tool.sizes[size])), '']);
  return markdownTable(['ConfigMaps', ...sizes.map(String), 'ms an object, first → last'], [...rows, ...peaks]);
}

function cell(sample) {
  return sample === undefined ? '' : `${sample.wallSeconds.toFixed(2)} s`;
}

function peakCell(samples) {
  return samples === undefined ? '' : `${Math.max(...Object.values(samples).map(({ peakMiB }) => peakMiB)).toFixed(0)} MiB`;
}

/** What one object more costs between the two smallest sizes and between the two largest that were measured. */
function bend(sizes, samples) {
  const known = sizes.flatMap((size, index) => (samples[index] === undefined ? [] : [[size, samples[index].wallSeconds]]));
  if (known.length < 3) return '';
  const slope = ([a, from], [b, to]) => (((to - from) / (b - a)) * 1000).toFixed(2);
  return `${slope(known[0], known[1])} → ${slope(known.at(-2), known.at(-1))}`;
}
