/** A profile of V8 in lines. */
import { basename } from 'node:path';

const SHOWN = 25;

/**
 * @param profile content of a `.cpuprofile`
 * @returns lines: milliseconds in all, then functions by their own time, and by that with all they called
 */
export function summary({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const own = new Map();
  const whole = new Map();
  samples.forEach((sample, index) => {
    const time = timeDeltas[index];
    add(own, nameOf(byId.get(sample)), time);
    // A function that calls itself counts once.
    const names = new Set();
    for (let id = sample; id !== undefined; id = parents.get(id)) names.add(nameOf(byId.get(id)));
    for (const name of names) add(whole, name, time);
  });
  const total = timeDeltas.reduce((sum, time) => sum + time, 0);
  return [`${milliseconds(total)} ms in all`, 'by themselves:', ...longest(own), 'with what they called:', ...longest(whole)];
}

function nameOf({ callFrame: { functionName, url, lineNumber } }) {
  const place = url === '' ? '' : ` ${basename(url)}:${lineNumber + 1}`;
  return `${functionName || '(anonymous)'}${place}`;
}

function add(times, name, time) {
  times.set(name, (times.get(name) ?? 0) + time);
}

function longest(times) {
  const sorted = [...times].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
  return sorted.map(([name, time]) => `${milliseconds(time).padStart(9)}  ${name}`);
}

function milliseconds(microseconds) {
  return (microseconds / 1000).toFixed(1);
}
