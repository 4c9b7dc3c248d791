import picocolors from 'picocolors';
import { renderTree, type TreeOptions } from '../../../../../lib/cli/output/run/tree';
import { type ObjectAction, type ObjectResult, type PhaseStatus, type RevisionResult, type WaitingCause } from '../../../../../lib/engine';

const options: TreeOptions = { paint: picocolors.createColors(false), height: 30, full: false };
const pass = { status: 'pass', message: '', terminal: false } as const;

function object(kind: string, name: string, action: ObjectAction, ready?: ObjectResult['ready']): ObjectResult {
  return { ref: { apiVersion: 'v1', kind, namespace: 'shop', name }, phase: '', ...action, ...(ready === undefined ? {} : { ready }) };
}
const phase = (name: string, status: PhaseStatus, ...objects: ObjectResult[]) => ({ name, status, objects });
const result = (phases: RevisionResult['phases'], removed: readonly ObjectResult[] = []): RevisionResult => ({
  phases,
  removed,
  complete: false,
  failed: false,
});
const draw = (state: RevisionResult, changes: Partial<TreeOptions> = {}): string => renderTree(state, { ...options, ...changes }).join('\n');

const waiting = (cause: WaitingCause) => ({ action: 'Waiting', cause }) as const;
const unreached = waiting({ type: 'phase' });
const middle = result(
  [
    phase('configuration', 'complete', object('ConfigMap', 'settings', { action: 'Updated' }, pass), object('ConfigMap', 'page', { action: 'Unchanged' }, pass)),
    phase('deploy', 'running', object('Deployment', 'web', { action: 'Created' }, {
      status: 'fail',
      message: '1 of 3 replicas is available',
      terminal: false,
    })),
    phase('publish', 'pending', object('Ingress', 'web', unreached)),
  ],
  [
    object('Service', 'first', { action: 'Deleted' }),
    object('ConfigMap', 'second', waiting({ type: 'refused', message: 'the new content is not ready' })),
  ],
);

test('in the middle of a run: what is done, what waits and why, and what has not been reached', () => {
  expect(draw(middle)).toBe(`✓ configuration 2/2
  ✓ ConfigMap shop/settings  updated
  ✓ ConfigMap shop/page  unchanged
… deploy 0/1
  … Deployment shop/web  created  1 of 3 replicas is available
· publish 0/1  waits for phase deploy
… removed 1/2
  ✓ Service shop/first  deleted
  · ConfigMap shop/second  the new content is not ready`);
});

test('the whole tree lists also what has not been reached', () => {
  expect(draw(middle, { full: true })).toContain('· publish 0/1\n  · Ingress shop/web\n');
});

test('failures: a collision, a refusal, a terminal probe', () => {
  const failed = phase('deploy', 'failed',
    object('Deployment', 'theirs', {
      action: 'Collision',
      cause: {
        type: 'owner-recreated',
        controller: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'other', uid: 'other', text: 'Deployment other' },
      },
    }),
    object('Deployment', 'refused', { action: 'Failed', cause: { type: 'kept', code: 'data-loss', message: 'the API server refuses it' } }),
    object('Job', 'migrate', { action: 'Created' }, { status: 'fail', message: 'it failed', terminal: true }),
  );
  expect(draw(result([failed]))).toBe(`✗ deploy 0/3
  ✗ Deployment shop/theirs  Collision: it is controlled by Deployment other, an owner that was created again since; recover the extension first
  ✗ Deployment shop/refused  Failed: the API server refuses it
  ✗ Job shop/migrate  will not become ready: it failed`);
});

describe('what would be done is not done', () => {
  const would = (name: string, action: ObjectAction, ready?: ObjectResult['ready']): ObjectResult => ({
    ...object('ConfigMap', name, action, ready),
    wouldBe: true,
  });
  test('each has its sign, and only what stays as it is counts', () => {
    const objects = [
      would('new', { action: 'Created' }),
      would('drifted', { action: 'Recovered', interference: [{ path: 'data.a' }] }, pass),
      would('same', { action: 'Unchanged' }, pass),
    ];
    expect(draw(result([phase('configuration', 'running', ...objects)], [
      would('old', { action: 'Deleted' }),
      { ...would('gone', { action: 'Deleted' }), wasAbsent: true },
    ]), { full: true })).toBe(`… configuration 1/3
  + ConfigMap shop/new  would be created
  ~ ConfigMap shop/drifted  would be recovered data.a
  ✓ ConfigMap shop/same  unchanged
… removed 1/2
  - ConfigMap shop/old  would be deleted
  ✓ ConfigMap shop/gone  does not exist`);
  });
});

test('words for people are preferred to those for programs; a remark of what is ready is shown, too', () => {
  const web = object('Deployment', 'web', { action: 'Created' }, {
    status: 'fail',
    message: '".status.a" == ".status.b": 1 is not 3',
    terminal: false,
    summary: '1 of 3 updated',
  });
  const claim = object('PersistentVolumeClaim', 'data', { action: 'Unchanged' }, {
    ...pass,
    message: 'the claim is pending, and is not waited for',
  });
  expect(draw(result([phase('deploy', 'running', web, claim)]))).toBe(`… deploy 1/2
  … Deployment shop/web  created  1 of 3 updated
  ✓ PersistentVolumeClaim shop/data  unchanged  the claim is pending, and is not waited for`);
});

describe('at the end of a run', () => {
  const same = (name: string): ObjectResult => object('ConfigMap', name, { action: 'Unchanged' }, pass);
  test('what is unchanged is only counted: whole phases in their line, others below what was done', () => {
    const phases = [
      phase('configuration', 'complete', same('a'), same('b')),
      phase('deploy', 'complete', same('c'), object('ConfigMap', 'd', { action: 'Updated' }, pass), same('e')),
    ];
    expect(draw(result(phases), { full: true, foldUnchanged: true })).toBe(`✓ configuration 2/2  unchanged
✓ deploy 3/3
  ✓ ConfigMap shop/d  updated
  ✓ 2 unchanged`);
  });

  test('lines that do not fit go on below, and no word is lost', () => {
    const message = '0 of 3 available (MinimumReplicasUnavailable: Deployment does not have minimum availability)';
    const web = object('Deployment', 'web', { action: 'Created' }, { status: 'fail', message, terminal: false });
    expect(draw(result([phase('deploy', 'running', web)]), { full: true, width: 60 })).toBe(`… deploy 0/1
  … Deployment shop/web  created
      0 of 3 available (MinimumReplicasUnavailable:
      Deployment does not have minimum availability)`);
  });
});

describe('on a small terminal', () => {
  const many = (count: number, action: ObjectAction, ready?: ObjectResult['ready']): ObjectResult[] => Array.from({ length: count }, (_, index) => object('ConfigMap', `c${index}`, action, ready));

  test('finished phases fold first, then what is finished in the others', () => {
    const tall = result([phase('configuration', 'complete', ...many(20, { action: 'Created' }, pass)), ...middle.phases.slice(1)]);
    expect(draw(tall, { height: 10 }))
      .toBe('✓ configuration 20/20\n… deploy 0/1\n  … Deployment shop/web  created  1 of 3 replicas is available\n· publish 0/1  waits for phase deploy');
    expect(draw(result([phase('configuration', 'running', ...many(20, { action: 'Created' }, pass))]), { height: 10 }))
      .toBe('… configuration 20/20\n  ✓ 20 done');
  });

  test('of a deletion, what is waited for stays in sight', () => {
    const held = object('ConfigMap', 'held', waiting({ type: 'being-deleted', finalizers: ['example.com/guard'] }));
    expect(draw(result([], [...many(19, { action: 'Deleted' }), held, ...many(28, unreached)]), { height: 8 })).toBe(`… removed 19/48
  · ConfigMap shop/held  it is being deleted and waits for its finalizers (example.com/guard)
  ✓ 19 deleted
  · 28 not reached yet`);
  });

  test('a failure stays in sight among thousands that are waited for', () => {
    const broken = object('Job', 'broken', { action: 'Created' }, { status: 'fail', message: 'it failed', terminal: true });
    const refused = object('ConfigMap', 'refused', { action: 'Failed', cause: { type: 'kept', code: 'data-loss', message: 'no' } });
    const waits = many(2000, { action: 'Created' });
    const text = draw(result([phase('jobs', 'running', ...waits, broken, ...waits, refused, ...waits)]), { height: 10 });
    expect(text.split('\n')).toHaveLength(10);
    expect(text).toMatch(/^… jobs 0\/6002\n/);
    expect(text).toMatch(/✗ Job shop\/broken .*\n.*ConfigMap shop\/refused .*\n {2}… and 5994 more lines$/);
  });

  test('a full tree of thousands counts what is done, by what was done, and lists what is not', () => {
    const broken = object('Job', 'broken', { action: 'Created' }, { status: 'fail', message: 'it failed', terminal: true });
    const phases = [phase('all', 'running', ...many(3, { action: 'Created' }, pass), broken, ...many(400, { action: 'Updated' }, pass))];
    const text = draw(result(phases), { full: true, mostListed: 300 });
    expect(text).toMatch(/^… all 403\/404\n {2}✗ Job shop\/broken .*\n {2}✓ 400 updated\n {2}✓ 3 created$/);
    expect(draw(result(phases), { full: true }).split('\n')).toHaveLength(405);
  });

  test('where even what waits is too much, it comes before what is counted, and the rest is said', () => {
    const text = draw(result([phase('configuration', 'running', ...many(30, { action: 'Created' }), ...many(5, { action: 'Created' }, pass))]), { height: 10 });
    expect(text.split('\n')).toHaveLength(10);
    expect(text).toMatch(/^… configuration 5\/35\n {2}… ConfigMap/);
    expect(text).toMatch(/… and 23 more lines$/);
  });

  test('no line is longer than the terminal is wide', () => {
    for (const width of [20, 40, 60]) {
      for (const line of draw(middle, { width }).split('\n')
        .filter((text) => text.startsWith('  '))) expect(line.length).toBeLessThanOrEqual(width);
    }
    expect(draw(middle, { width: 48 })).toContain('  … Deployment shop/web  created  1 of 3 replic…');
  });
});
