import picocolors from 'picocolors';
import { renderTree, type TreeOptions } from '../../../lib/cli/output/tree';
import type { ObjectAction, ObjectResult, PhaseStatus, RevisionResult } from '../../../lib/engine';

const options: TreeOptions = { paint: picocolors.createColors(false), height: 30, full: false };
const pass = { status: 'pass', message: '', terminal: false } as const;

function object(kind: string, name: string, action: ObjectAction, ready?: ObjectResult['ready']): ObjectResult {
  return { ref: { apiVersion: 'v1', kind, namespace: 'shop', name }, phase: '', ...action, ...(ready === undefined ? {} : { ready }) };
}
const phase = (name: string, status: PhaseStatus, ...objects: ObjectResult[]) => ({ name, status, objects });
const result = (phases: RevisionResult['phases'], removed: readonly ObjectResult[] = []): RevisionResult => ({ phases, removed, complete: false, failed: false });
const draw = (state: RevisionResult, changes: Partial<TreeOptions> = {}): string => renderTree(state, { ...options, ...changes }).join('\n');

const unreached = { action: 'Waiting', reason: 'its phase has not been reached' } as const;
const middle = result(
  [
    phase('configuration', 'complete', object('ConfigMap', 'settings', { action: 'Updated' }, pass), object('ConfigMap', 'page', { action: 'Unchanged' }, pass)),
    phase('deploy', 'running', object('Deployment', 'web', { action: 'Created' }, { status: 'fail', message: '1 of 3 replicas is available', terminal: false })),
    phase('publish', 'pending', object('Ingress', 'web', unreached)),
  ],
  [object('Service', 'first', { action: 'Deleted' }), object('ConfigMap', 'second', { action: 'Waiting', reason: 'the new content is not ready' })],
);

test('in the middle of a run: what is done, what waits and why, and what has not been reached', () => {
  expect(draw(middle)).toBe(`✓ configuration 2/2
  ✓ ConfigMap shop/settings  updated
  ✓ ConfigMap shop/page  unchanged
… deploy 0/1
  … Deployment shop/web  created  1 of 3 replicas is available
· publish 0/1
… removed 1/2
  · ConfigMap shop/second  the new content is not ready
  ✓ Service shop/first  deleted`);
});

test('the whole tree lists also what has not been reached', () => {
  expect(draw(middle, { full: true })).toContain('· publish 0/1\n  · Ingress shop/web\n');
});

test('failures: a collision, a refusal, a terminal probe', () => {
  const failed = phase('deploy', 'failed',
    object('Deployment', 'theirs', { action: 'Collision', reason: 'it is controlled by Deployment other' }),
    object('Deployment', 'refused', { action: 'Failed', error: { message: 'the API server refuses it' } }),
    object('Job', 'migrate', { action: 'Created' }, { status: 'fail', message: 'it failed', terminal: true }),
  );
  expect(draw(result([failed]))).toBe(`✗ deploy 0/3
  ✗ Deployment shop/theirs  Collision: it is controlled by Deployment other
  ✗ Deployment shop/refused  Failed: the API server refuses it
  ✗ Job shop/migrate  will not become ready: it failed`);
});

test('what a dry run would do', () => {
  const report = { ...object('ConfigMap', 'new', { action: 'Created' }), wouldBe: true as const };
  expect(draw(result([phase('configuration', 'running', report)]))).toContain('would be created');
});

describe('on a small terminal', () => {
  test('finished phases fold first, then lines are left out at the end', () => {
    const many = Array.from({ length: 20 }, (_, index) => object('ConfigMap', `c${index}`, { action: 'Created' }, pass));
    const tall = result([phase('configuration', 'complete', ...many), ...middle.phases.slice(1)]);
    expect(draw(tall, { height: 10 })).toBe('✓ configuration 20/20\n… deploy 0/1\n  … Deployment shop/web  created  1 of 3 replicas is available\n· publish 0/1');
    const running = result([phase('configuration', 'running', ...many)]);
    expect(renderTree(running, { ...options, height: 10 })).toHaveLength(10);
    expect(draw(running, { height: 10 })).toMatch(/… and 12 more lines$/);
  });

  test('no line is longer than the terminal is wide', () => {
    for (const width of [20, 40, 60]) {
      for (const line of draw(middle, { width }).split('\n').filter((text) => text.startsWith('  '))) expect(line.length).toBeLessThanOrEqual(width);
    }
    expect(draw(middle, { width: 48 })).toContain('  … Deployment shop/web  created  1 of 3 replic…');
  });
});
