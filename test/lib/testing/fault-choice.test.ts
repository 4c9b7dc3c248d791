/** What is run of the fault matrix where time does not suffice for all of it, and what the table then says of itself. */
import { variantsLast } from '../../faults/choose';
import { harms, type Harm } from '../../faults/harms';
import type { Cell, CellResult } from '../../faults/matrix';
import { summaryOf } from '../../faults/report';

const named = (name: string): readonly Harm[] => harms.filter((harm) => harm.name === name);
const request = { index: 0, method: 'GET', path: '/', verb: 'watch', resource: 'configmaps', dryRun: false, watch: true } as const;
const cellsOf = (id: string, name: string): readonly Cell[] => named(name).map((harm) => ({ scenario: 'install', point: { id, what: id, nth: 1, request }, harm }));
const resultOf = (cell: Cell): CellResult => ({ cell, reached: true, ended: 'complete', repetitions: 0, violations: [], milliseconds: 1 });

const cells = [...cellsOf('watch a', 'watch-cut'), ...cellsOf('watch b', 'watch-cut'), ...cellsOf('watch a', 'refuse')];

test('every fault is done to every request before a second variant of it is', () => {
  const order = variantsLast(cells).map(({ point, harm }) => `${harm.name} ${point.id}`);
  const [cutA, cutB] = ['watch-cut watch a', 'watch-cut watch b'];
  expect(order).toEqual([cutA, cutB, 'refuse watch a', cutA, cutA, cutB, cutB]);
});

test('the headline says how much of the matrix was run', () => {
  const headline = (some: readonly Cell[], all = cells): string => summaryOf(some.map(resultOf), all).split('. ')[0] ?? '';
  expect(headline(cells)).toBe('7 runs');
  expect(headline(variantsLast(cells).slice(0, 4))).toBe('4 runs of 7: every fault at every request, and of its variants there a part that a seed has chosen');
  expect(headline(cells.slice(0, 2))).toBe('2 runs of 7, a part that a seed has chosen');
  const crashes = cellsOf('watch a', 'kill-etcd');
  expect(headline([...cells, ...crashes.slice(1)], [...cells, ...crashes])).toBe('7 runs; 1 runs of 2 in which the API server or etcd was killed, chosen by a seed');
});
