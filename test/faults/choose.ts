/**
 * Samples of the matrix that a seed decides, and parts of it for several machines.
 */
import { createHash } from 'node:crypto';
import { pointName, requestKey, type Cell } from './matrix';

/** Numbers from 0 to below 1 that a seed decides (a linear congruential generator; good enough to choose by). */
export function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) % 2_147_483_647 || 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

export function shuffled<T>(values: readonly T[], random: () => number): readonly T[] {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}

/** First one variant of every fault at every request, then the other variants: what time does not suffice for is then one of those. */
export function variantsLast(cells: readonly Cell[]): readonly Cell[] {
  const seen = new Set<string>();
  const isFirst = new Map(cells.map((cell) => {
    const key = requestKey(cell);
    const isNew = !seen.has(key);
    seen.add(key);
    return [cell, isNew];
  }));
  return [...cells.filter((cell) => isFirst.get(cell) === true), ...cells.filter((cell) => isFirst.get(cell) !== true)];
}

/** Every n-th cell, so that each part has something of everything. */
export function shardOf<T>(values: readonly T[], part: number, parts: number): readonly T[] {
  return values.filter((_, index) => index % parts === part - 1);
}

/**
 * A few cells with every scenario and every fault among them. Each has its place by its own name, so that requests that come and go with
 * the cluster (`recover` asks every kind) change little.
 */
export function sampleOf(cells: readonly Cell[], seed: number, size: number, always: readonly Cell[] = []): readonly Cell[] {
  const placeOf = (cell: Cell): string => createHash('sha256').update(`${seed} ${cell.scenario} ${cell.harm.name} ${pointName(cell)}`)
    .digest('hex');
  const order = cells.map((cell) => ({ cell, place: placeOf(cell) })).sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ cell }) => cell);
  const chosen = new Set<Cell>(always);
  const newsOf = ({ scenario, harm }: Cell): readonly string[] => [`scenario ${scenario}`, `fault ${harm.name}`];
  const known = new Set(always.flatMap(newsOf));
  // First those that bring something new, then any.
  for (const cell of order) {
    if (newsOf(cell).every((what) => known.has(what))) continue;
    chosen.add(cell);
    for (const what of newsOf(cell)) known.add(what);
  }
  for (const cell of order) if (chosen.size < size) chosen.add(cell);
  return [...chosen];
}

/** Two faults in one run: the first at any request, the second one of the proxy at another. Which, a seed decides. */
export function pairsOf(cells: readonly Cell[], seed: number, size: number): readonly Cell[] {
  const random = randomOf(seed);
  const firsts = shuffled(cells.filter(({ harm }) => harm.type === 'fault' || harm.type === 'kill' || harm.type === 'crash'), random);
  const seconds = new Map<string, { readonly point: Cell['point']; readonly harm: NonNullable<Cell['besides']>['harm'] }[]>();
  for (const { scenario, point, harm } of cells) {
    if (harm.type !== 'fault' || harm.remember !== undefined) continue;
    seconds.set(scenario, [...(seconds.get(scenario) ?? []), { point, harm }]);
  }
  // Each scenario has its turn.
  const byScenario = [...seconds.keys()].map((scenario) => firsts.filter((cell) => cell.scenario === scenario && !isStale(cell)));
  return Array.from({ length: size }).flatMap((_, index): readonly Cell[] => {
    const own = byScenario[index % byScenario.length] ?? [];
    const first = own[Math.floor(index / byScenario.length)];
    const others = (seconds.get(first?.scenario ?? '') ?? []).filter(({ point }) => point.id !== first?.point.id);
    const besides = others[Math.floor(random() * others.length)];
    return first === undefined || besides === undefined ? [] : [{ ...first, besides }];
  });
}

function isStale({ harm }: Cell): boolean {
  return harm.type === 'fault' && harm.remember !== undefined;
}
