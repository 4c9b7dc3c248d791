/** Cycles in a directed graph, for messages that show the whole way round. */
import { definedOrThrow } from '../defined-or-throw';

/** One cycle per knot of nodes that wait for each other, each in the direction of the edges; the first node is not repeated. */
export function findCycles<T>(nodes: readonly T[], successors: (node: T) => Iterable<T>): readonly (readonly T[])[] {
  const done = new Set<T>();
  const cycles: T[][] = [];
  for (const start of nodes) {
    if (done.has(start)) continue;
    // Depth first with an explicit stack: a chain of thousands of objects is no reason to overflow.
    const path: { node: T; rest: Iterator<T> }[] = [{ node: start, rest: successors(start)[Symbol.iterator]() }];
    const onPath = new Set<T>([start]);
    while (path.length > 0) {
      const top = definedOrThrow(path[path.length - 1]);
      const next = top.rest.next();
      if (next.done === true) {
        done.add(top.node);
        onPath.delete(top.node);
        path.pop();
      } else if (onPath.has(next.value)) {
        const from = path.findIndex(({ node }) => node === next.value);
        const cycle = path.slice(from).map(({ node }) => node);
        if (!cycles.some((known) => known.some((node) => cycle.includes(node)))) cycles.push(cycle);
      } else if (!done.has(next.value)) {
        onPath.add(next.value);
        path.push({ node: next.value, rest: successors(next.value)[Symbol.iterator]() });
      }
    }
  }
  return cycles;
}
