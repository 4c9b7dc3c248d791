/** The table for docs/performance.md, and the goals. */
import type { Goal } from '../goals.mjs';
import type { Measured } from './measured';

export interface Step extends Measured {
  readonly name: string;
}

const MEMORY_MIB = 250;

/** Writes of the record, and of what it is sealed with: they do not grow with the objects. */
const OWN_WRITES = 5;

const WRITES = ['create', 'update', 'patch', 'delete'];

interface Counted {
  readonly writes: number;
  readonly dryRuns: number;
  readonly others: number;
}

function counted(requests: Step['requests']): Counted {
  const all = Object.values(requests).reduce((sum, count) => sum + count, 0);
  const writes = WRITES.reduce((sum, verb) => sum + (requests[verb] ?? 0), 0);
  const dryRuns = requests['dryRun'] ?? 0;
  return { writes, dryRuns, others: all - writes - dryRuns };
}

/** Columns and rows. */
export function tableOf(objects: number, steps: readonly Step[]): [columns: readonly string[], rows: readonly (readonly string[])[]] {
  const rows = steps.map(({ name, seconds, peakMiB, requests }) => {
    const { writes, dryRuns, others } = counted(requests);
    return [name, `${seconds.toFixed(1)} s`, String(writes), String(dryRuns), String(others), `${peakMiB.toFixed(0)} MiB`];
  });
  return [[`${objects} objects`, 'time', 'writes', 'dry runs', 'others', 'peak memory'], rows];
}

/** Requests are counted; the time says more of the machine than of the command. */
export async function goalsOf(objects: number, changed: number, steps: readonly Step[]): Promise<readonly Goal[]> {
  const { atMost } = await import('../goals.mjs');
  // One question beyond the objects: how the server creates.
  const wanted: readonly Pick<Counted, 'writes' | 'dryRuns'>[] = [
    { writes: objects + OWN_WRITES, dryRuns: objects + 1 },
    { writes: 0, dryRuns: 0 },
    { writes: changed + OWN_WRITES, dryRuns: changed + 1 },
    { writes: objects + OWN_WRITES, dryRuns: 0 },
  ];
  return steps.flatMap(({ name, requests, peakMiB }, index) => {
    const { writes, dryRuns } = counted(requests);
    return [
      atMost(`${name}: writes`, writes, wanted[index]?.writes ?? 0),
      atMost(`${name}: dry runs`, dryRuns, wanted[index]?.dryRuns ?? 0),
      atMost(`${name}: peak memory`, peakMiB, MEMORY_MIB, (value) => `${value.toFixed(0)} MiB`),
    ];
  });
}
