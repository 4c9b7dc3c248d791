import { countActions, countRequests, formatDuration, requestsSince, waiting } from '../../../../../lib/cli/output/run/summary';
import type { WaitingCause } from '../../../../../lib/engine';
import type { Outcome } from '../../../../../lib/runtime';

const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };
const gone = { action: 'Deleted', ref, phase: 'configuration' } as const;

test('a deletion counts apart what was not there', () => {
  expect(countActions([gone, { ...gone, wasAbsent: true }, gone])).toBe('2 deleted, 1 not there');
});

test('requests are counted as writes, dry runs and reads', () => {
  expect(countRequests({
    get: 2,
    list: 1,
    watch: 3,
    discovery: 2,
    create: 1,
    patch: 4,
    delete: 1,
    dryRun: 5,
  })).toBe('6 writes, 5 dry runs, 8 reads');
});

test('durations', () => {
  expect([0, 999, 12_345, 119_400, 150_000].map(formatDuration)).toEqual(['0.00 s', '1.00 s', '12 s', '119 s', '2 min 30 s']);
});

test('what waits: of a phase that is begun; where none is, what the server could not be asked about', () => {
  const object = (cause: WaitingCause) => ({ action: 'Waiting', cause, ref, phase: 'configuration' }) as const;
  const [going, unreached] = [object({ type: 'refused', message: 'namespace shop is being terminated' }), object({ type: 'phase' })];
  const of = (...statuses: readonly ('running' | 'pending')[]): readonly string[] => waiting({
    extension: 'shop', revision: 1, status: 'incomplete', unchanged: false, newRevision: true, dryRun: false, paused: false,
    result: {
      phases: statuses.map((status, index) => ({ name: `p${index}`, status, objects: [index === 0 ? going : unreached] })),
      removed: [], complete: false, failed: false,
    },
  } satisfies Outcome);
  expect(of('running', 'pending')).toEqual(['ConfigMap shop/settings: namespace shop is being terminated']);
  expect(of('pending', 'pending')).toEqual(['ConfigMap shop/settings: namespace shop is being terminated']);
});

test('requests of what came before are not counted', () => {
  expect(requestsSince({ get: 5, patch: 2, list: 1 }, { get: 2, patch: 2 })).toEqual({ get: 3, patch: 0, list: 1 });
  expect(requestsSince({ get: 5 })).toEqual({ get: 5 });
});
