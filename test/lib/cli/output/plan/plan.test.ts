/** How plans look, on a terminal and in a log. */
import { COMMAND_WORDS } from '../../../../../lib/cli/command-line/hints';
import picocolors from 'picocolors';
import { countPlan, renderPlan } from '../../../../../lib/cli/output/plan/plan';
import { wrap } from '../../../../../lib/cli/output/terminal/wrap';
import type { Plan, PlannedObject } from '../../../../../lib/runtime';

const paint = picocolors.createColors(false);
const planned = (kind: string, name: string, action: PlannedObject['action'], more: Partial<PlannedObject> = {}): PlannedObject => ({
  ref: { apiVersion: 'v1', kind, namespace: 'shop', name }, action, changes: [], ...more,
});
const planOf = (objects: readonly PlannedObject[], more: Partial<Plan> = {}): Plan => ({
  extension: 'shop', revision: 2, newRevision: true, current: { revision: 1 }, phases: [{ name: 'deploy', objects }], removals: [], warnings: [], crdUpgrades: [], crdRefused: false, changes: true, paused: false, dataLoss: false, digest: '', ...more,
});
const draw = (plan: Plan, width?: number, full = false): string => renderPlan(plan, {
  paint,
  full,
  words: COMMAND_WORDS,
  ...(width === undefined ? {} : { width }),
}).join('\n');

const OTHER = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'other', uid: 'other', text: 'Deployment other' };

test('a plan: phases in order, changes field by field, what goes, sums, warnings last', () => {
  const plan = planOf([
    planned('ConfigMap', 'settings', 'change', { changes: [
      { path: ['data', 'mode'], before: 'slow', after: 'fast' },
      { path: ['data', 'new'], after: 'x' },
    ] }),
    planned('Deployment', 'web', 'recover', {
      changes: [{ path: ['spec', 'replicas'], before: 5, after: 2 }],
      interference: [{ path: 'spec.replicas', manager: 'hpa' }],
    }),
    planned('Service', 'web', 'create'),
    planned('Service', 'same', 'unchanged'),
  ], {
    version: '1.1.0',
    current: { revision: 1, version: '1.0.0' },
    removals: [
      {
        ref: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'shop', name: 'old' },
        action: 'delete',
        loss: {
          ref: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'old' },
          contents: [{ kind: 'PersistentVolumeClaim', count: 1, examples: ['old'] }],
        },
      },
      { ref: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'gone' }, action: 'gone' },
    ],
    dataLoss: true,
    warnings: [{
      code: 'contested',
      ref: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      message: 'hpa changed it.',
      hint: 'Leave it out.',
    }],
  });
  expect(draw(plan)).toBe(`shop: revision 1 (version 1.0.0) → 2 (version 1.1.0)

Phase deploy (1 of 1)
  ~ ConfigMap shop/settings
      ~ data.mode
        - slow
        + fast
      + data.new: x
  ~ Deployment shop/web  changed by others, to be restored
      ~ spec.replicas
        - 5
        + 2
      changed by hpa
  + Service shop/web
  = 1 unchanged

Removed when all phases are complete
  - PersistentVolumeClaim shop/old
      would also delete data: 1 PersistentVolumeClaim (old)

1 to create, 1 to change, 1 to restore, 1 to delete, 1 unchanged
The order: deploy

  ! hpa changed it.
    Leave it out.
  ! The apply would delete data for good: it stops before it writes anything.
    --delete-data deletes it nevertheless, --orphan keeps these objects.`);
});

test('nothing to do is one line; a revision that changes no object is recorded all the same', () => {
  const same = [planned('Service', 'same', 'unchanged')];
  expect(draw(planOf(same, {
    newRevision: false,
    changes: false,
    current: { revision: 2 },
  }))).toBe('shop: revision 2 again\n\nNothing to do: 1 unchanged\nThe order: deploy');
  expect(draw(planOf(same))).toContain('1 unchanged; revision 2 would be recorded');
});

test('what could not be asked, collisions, refusals, pauses and holders say so', () => {
  const text = draw(planOf([
    planned('ConfigMap', 'a', 'create', { notAsked: 'its namespace or its kind is part of this revision' }),
    planned('ConfigMap', 'b', 'collision', {
      because: { action: 'Collision', cause: { type: 'controlled', controller: OTHER } },
    }),
    planned('ConfigMap', 'c', 'refused', {
      because: { action: 'Failed', cause: { type: 'kept', code: 'data-loss', message: 'the API server refused to accept it: no' } },
    }),
  ], {
    paused: true,
    pause: { since: new Date().toISOString(), by: 'ada' },
    lock: { holder: 'eve@host', purpose: 'apply', since: 'noon', state: 'held' },
  }));
  expect(text).toMatch(/paused by ada.* ago: until it is resumed, an apply writes nothing\./);
  expect(text).toContain('eve@host works on it (apply, since noon)');
  expect(draw(planOf([], { paused: true }))).toContain('The revision is paused (spec.lifecycleState), so an apply writes nothing.');
  expect(text).toContain('+ ConfigMap shop/a\n      not asked: its namespace or its kind is part of this revision');
  expect(text).toContain('! ConfigMap shop/b  collision\n      it is controlled by Deployment other; the');
  expect(text).toContain('! ConfigMap shop/c  refused\n      the API server refused to accept it: no');
  expect(text).toContain('1 to create, 1 in collision, 1 refused (1 object that the server could not be asked about yet)');
});

test('the way out of a collision stands below the first object that it is for', () => {
  const collision = (name: string) => planned('ConfigMap', name, 'collision', {
    because: { action: 'Collision', cause: { type: 'controlled', controller: OTHER } },
  });
  const text = draw(planOf([collision('a'), collision('b')]));
  expect(text).toMatch(/! ConfigMap shop\/a {2}collision\n {6}it is controlled by .*\n {6}Remove one of .*protection None, .*\n {2}!/);
  expect(text.match(/--collision-protection/g)).toHaveLength(1);
});

test('no line is wider than the terminal, and nothing is lost by it', () => {
  const words = 'quay.io/some-organisation/some-operator-with-a-long-name@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
  const plan = planOf([planned('Deployment', 'web', 'change', { changes: [{
    path: ['spec', 'template', 'spec', 'containers', { item: { name: 'a-container-with-a-name' } }, 'image'],
    before: words,
    after: `${words}0`,
  }] })]);
  for (const width of [40, 80, 120]) {
    const text = draw(plan, width);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(width);
    expect(text.replace(/\s/g, '')).toContain(words);
  }
  expect(draw(plan)).toContain(`        - ${words}\n`);
  expect(wrap('one two three four five six seven', 2, 24)).toEqual(['  one two three four', '    five six seven']);
});

test('long changes are cut short unless all is wanted; so is what would be created', () => {
  const many = Array.from({ length: 100 }, (_, index) => ({ path: ['data', `key${index}`], after: 'x' }));
  const plan = planOf([
    planned('ConfigMap', 'big', 'change', { changes: many }),
    planned('ConfigMap', 'new', 'create', { object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'new' }, data: { a: 'b' } } }),
  ]);
  expect(draw(plan)).toContain('... and 60 more lines; all of them: boxcutter plan PATH --full');
  expect(draw(plan)).not.toContain('data.key99');
  expect(draw(plan, undefined, true)).toContain('data.key99: x');
  expect(draw(plan, undefined, true)).toContain('      data:\n        a: b');
});

test('sums leave out what there is none of', () => {
  expect(countPlan(planOf([
    planned('ConfigMap', 'a', 'adopt'),
    planned('ConfigMap', 'b', 'hand-over'),
    planned('ConfigMap', 'c', 'wait'),
  ]))).toBe('1 to adopt, 1 to hand over, 1 to wait for');
});

test('fields that belong to others are named, also of objects that stay as they are', () => {
  const plan = planOf([
    planned('Deployment', 'web', 'unchanged', { ignored: [{ path: 'spec.replicas', live: 5, desired: 3, manager: 'autoscaler' }] }),
    planned('Secret', 'tls', 'change', { ignored: [{ path: 'data.ca', manager: 'injector' }, { path: 'data.id' }] }),
    planned('Service', 'hook', 'unchanged', { ignored: [{ path: 'spec.bundle', desired: '' }] }),
    planned('Service', 'same', 'unchanged'),
  ]);
  const drawn = draw(plan).split('\n');
  expect(drawn.filter((line) => /ignored|=/.test(line))).toEqual([
    '  = Deployment shop/web', '      ignored: spec.replicas (live 5, here 3; owned by autoscaler)',
    '      ignored: data.ca (owned by injector)', '      ignored: data.id',
    '  = Service shop/hook', '      ignored: spec.bundle (here "")', '  = 1 unchanged',
  ]);
});
