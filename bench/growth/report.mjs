import { machineText, markdownTable, writeBetween } from '../between.mjs';
import { atMost } from '../goals.mjs';
import { steps } from './contestants.mjs';

/** Writes the table into docs/performance.md. */
export function reportGrowth(results) {
  const text = `${machineText(results)}\none run each, ${results.minutes} minutes in all.\n\n${growthTable(results)}`;
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

/** How much more one object more may cost between the two largest sizes than between the two smallest: what runs differ by. */
const STRAIGHT = 1.2;

/** MiB that our process may take, whatever the size. */
const MEMORY = 250;

/** The goals of our command: each step a straight line, and the memory within its limit. */
export function growthGoals({ sizes, tools }) {
  const us = tools.find(({ id }) => id === 'boxcutter');
  if (us === undefined) return [];
  const lines = steps.flatMap((step) => {
    const slopes = slopesOf(sizes, sizes.map((size) => us.sizes[size]?.[step]));
    if (slopes === undefined) return [];
    return [atMost(`${step}: cost of an object, last by first`, slopes.last / slopes.first, STRAIGHT, twoDigits)];
  });
  const peak = Math.max(...Object.values(us.sizes).flatMap((samples) => Object.values(samples).map(({ peakMiB }) => peakMiB)));
  return [...lines, atMost('peak memory', peak, MEMORY, (value) => `${value.toFixed(0)} MiB`)];
}

const twoDigits = (value) => value.toFixed(2);

function bend(sizes, samples) {
  const slopes = slopesOf(sizes, samples);
  return slopes === undefined ? '' : `${twoDigits(slopes.first)} → ${twoDigits(slopes.last)}`;
}

/** Milliseconds that one object more costs between the two smallest sizes and between the two largest that were measured. */
function slopesOf(sizes, samples) {
  const known = sizes.flatMap((size, index) => (samples[index] === undefined ? [] : [[size, samples[index].wallSeconds]]));
  if (known.length < 3) return undefined;
  const slope = ([a, from], [b, to]) => ((to - from) / (b - a)) * 1000;
  return { first: slope(known[0], known[1]), last: slope(known.at(-2), known.at(-1)) };
}
