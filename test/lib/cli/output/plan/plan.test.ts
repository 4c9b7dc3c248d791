/** How plans and explanations look, on a terminal and in a log, and with which exit code a plan ends. */
import picocolors from 'picocolors';
import { verdict } from '../../../../../lib/cli/actions/plan';
import { crdLines } from '../../../../../lib/cli/output/plan/crd-diff';
import { diffLines } from '../../../../../lib/cli/output/plan/diff';
import { renderExplanation } from '../../../../../lib/cli/output/extension/explain';
import { countPlan, renderPlan } from '../../../../../lib/cli/output/plan/plan';
import { wrap } from '../../../../../lib/cli/output/terminal/wrap';
import type { Explanation, FieldChange, Plan, PlannedObject } from '../../../../../lib/runtime/index';

const paint = picocolors.createColors(false);
const planned = (kind: string, name: string, action: PlannedObject['action'], more: Partial<PlannedObject> = {}): PlannedObject => ({
  ref: { apiVersion: 'v1', kind, namespace: 'shop', name }, action, changes: [], ...more,
});
const planOf = (objects: readonly PlannedObject[], more: Partial<Plan> = {}): Plan => ({
  extension: 'shop', revision: 2, newRevision: true, current: { revision: 1 }, phases: [{ name: 'deploy', objects }], removals: [], warnings: [], crdUpgrades: [], crdRefused: false, changes: true, dataLoss: false, digest: '', ...more,
});
const draw = (plan: Plan, width?: number, full = false): string => renderPlan(plan, { paint, full, ...(width === undefined ? {} : { width }) }).join('\n');
const lines = (change: FieldChange): readonly string[] => diffLines(change).map(({ sign, text, nested }) => `${nested ? '  ' : ''}${sign} ${text}`);

test('a plan: phases in order, changes field by field, what goes, sums, warnings last', () => {
  const plan = planOf([
    planned('ConfigMap', 'settings', 'change', { changes: [{ path: 'data.mode', before: 'slow', after: 'fast' }, { path: 'data.new', after: 'x' }] }),
    planned('Deployment', 'web', 'recover', { changes: [{ path: 'spec.replicas', before: 5, after: 2 }], interference: [{ path: 'spec.replicas', manager: 'hpa' }] }),
    planned('Service', 'web', 'create'),
    planned('Service', 'same', 'unchanged'),
  ], {
    version: '1.1.0',
    current: { revision: 1, version: '1.0.0' },
    removals: [
      { ref: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'shop', name: 'old' }, action: 'delete', loss: { ref: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'old' }, contents: [{ kind: 'PersistentVolumeClaim', count: 1, examples: ['old'] }] } },
      { ref: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'gone' }, action: 'gone' },
    ],
    dataLoss: true,
    warnings: [{ code: 'contested', ref: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, message: 'hpa changed it.', hint: 'Leave it out.' }],
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

Goes, when all phases are complete
  - PersistentVolumeClaim shop/old
      would take data along: 1 PersistentVolumeClaim (old)

1 to create, 1 to change, 1 to restore, 1 to delete, 1 unchanged
The order: deploy

  ! hpa changed it.
    Leave it out.
  ! Data would be deleted that nothing brings back: an apply stops before it writes anything.
    --delete-data deletes it all the same, --orphan lets these objects live.`);
});

test('nothing to do is one line; a revision that changes no object is recorded all the same', () => {
  const same = [planned('Service', 'same', 'unchanged')];
  expect(draw(planOf(same, { newRevision: false, changes: false, current: { revision: 2 } }))).toBe('shop: revision 2 again\n\nNothing to do: 1 unchanged\nThe order: deploy');
  expect(draw(planOf(same))).toContain('1 unchanged; revision 2 would be recorded');
});

test('what could not be asked, collisions, refusals, pauses and holders say so', () => {
  const text = draw(planOf([
    planned('ConfigMap', 'a', 'create', { notAsked: 'its namespace or its kind comes with this revision' }),
    planned('ConfigMap', 'b', 'collision', { reason: 'it is controlled by Deployment other' }),
    planned('ConfigMap', 'c', 'refused', { refusal: { message: 'the API server refused to accept it: no' } }),
  ], { paused: { since: new Date().toISOString(), by: 'ada' }, lock: { holder: 'eve@host', purpose: 'apply', since: 'noon', state: 'held' } }));
  expect(text).toMatch(/paused by ada.* ago: until it is resumed, an apply writes nothing\./);
  expect(text).toContain('eve@host works on it (apply, since noon)');
  expect(text).toContain('+ ConfigMap shop/a\n      not asked: its namespace or its kind comes with this revision');
  expect(text).toContain('! ConfigMap shop/b  collision\n      it is controlled by Deployment other');
  expect(text).toContain('! ConfigMap shop/c  refused\n      the API server refused to accept it: no');
  expect(text).toContain('1 to create, 1 in collision, 1 refused (1 object the server could not be asked about yet)');
  expect(text).toContain('with --collision-protection None, or where');
});

test('no line is wider than the terminal, and nothing is lost by it', () => {
  const words = 'quay.io/some-organisation/some-operator-with-a-long-name@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
  const plan = planOf([planned('Deployment', 'web', 'change', { changes: [{ path: 'spec.template.spec.containers[name=a-container-with-a-name].image', before: words, after: `${words}0` }] })]);
  for (const width of [40, 80, 120]) {
    const text = draw(plan, width);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(width);
    expect(text.replace(/\s/g, '')).toContain(words);
  }
  expect(draw(plan)).toContain(`        - ${words}\n`);
  expect(wrap('one two three four five six seven', 2, 24)).toEqual(['  one two three four', '    five six seven']);
});

test('long changes are cut short unless all is wanted; so is what would be created', () => {
  const many = Array.from({ length: 100 }, (_, index) => ({ path: `data.key${index}`, after: 'x' }));
  const plan = planOf([planned('ConfigMap', 'big', 'change', { changes: many }), planned('ConfigMap', 'new', 'create', { object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'new' }, data: { a: 'b' } } })]);
  expect(draw(plan)).toContain('... and 60 more lines; all of them: --full');
  expect(draw(plan)).not.toContain('data.key99');
  expect(draw(plan, undefined, true)).toContain('data.key99: x');
  expect(draw(plan, undefined, true)).toContain('      data:\n        a: b');
});

describe('one changed field', () => {
  test('text of several lines shows the lines around', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].join('\n');
    expect(lines({ path: 'data["app.conf"]', before, after: before.replace('e', 'E') })).toEqual([
      '~ data["app.conf"]', '    ...', '    c', '    d', '  - e', '  + E', '    f', '    g', '    ...',
    ]);
  });

  test('lists and maps as YAML', () => {
    expect(lines({ path: 'spec.args', before: ['--a', '--b'], after: ['--a', '--c'] })).toEqual(['~ spec.args', '  - [--a, --b]', '  + [--a, --c]']);
    expect(lines({ path: 'spec.nodeSelector', after: { disk: 'fast' } })).toEqual(['+ spec.nodeSelector:', '  + disk: fast']);
    expect(lines({ path: 'spec.paused', before: true })).toEqual(['- spec.paused: true']);
    expect(lines({ path: 'data.a', before: 'true', after: '1' })).toEqual(['~ data.a', "  - 'true'", "  + '1'"]);
  });

  test('only the end of the last line differs', () => {
    expect(lines({ path: 'data.a', before: 'x\ny', after: 'x\ny\n' })).toEqual(['~ data.a', '  ~ only the line break at its end']);
  });

  test('of a Secret sizes', () => {
    expect(lines({ path: 'data.password', secret: { beforeBytes: 12, afterBytes: 15 } })).toEqual(['~ data.password: (changed, 12 bytes → 15 bytes)']);
    expect(lines({ path: 'data.password', secret: { afterBytes: 1 } })).toEqual(['+ data.password: (new, 1 byte)']);
  });
});

test('definitions: fields as users of the kind write them, new ones by type, descriptions counted', () => {
  const at = 'spec.versions[name=v1].schema.openAPIV3Schema.properties.spec.properties.backends.items.properties.port';
  const shown = crdLines([
    { path: `${at}.minimum`, after: 1 }, { path: `${at}.description`, before: 'a', after: 'b' },
    { path: `${at}.properties.host`, after: { type: 'object', description: 'x', properties: { name: { type: 'string' } } } }, { path: 'spec.scope', before: 'Cluster', after: 'Namespaced' },
  ]);
  expect(shown.map(({ sign, text }) => `${sign} ${text}`)).toEqual([
    '+ v1: spec.backends[].port.minimum: 1', '+ v1: spec.backends[].port.host (object: name)', '~ spec.scope', '- Cluster', '+ Namespaced', '  and 1 description in the schema',
  ]);
});

describe('the exit code of a plan', () => {
  const one = (action: PlannedObject['action'], more: Partial<Plan> = {}): Plan => planOf([planned('ConfigMap', 'a', action), planned('ConfigMap', 'b', 'refused')].slice(0, action === 'collision' ? 2 : 1), more);
  test.each<[string, Plan, 'interrupted' | 'timeout' | undefined, number]>([
    ['nothing to do', one('unchanged', { changes: false }), undefined, 0],
    ['changes', one('change'), undefined, 10],
    ['a collision wins over a refusal', one('collision'), undefined, 4],
    ['a refusal', one('refused'), undefined, 1],
    ['data would be lost', one('change', { dataLoss: true }), undefined, 6],
    ['data would be lost, and a collision: an apply meets the guard first', one('collision', { dataLoss: true }), undefined, 6],
    ['paused, data would be lost: an apply only reports', one('change', { dataLoss: true, paused: { since: '', by: '' } }), undefined, 3],
    ['paused', one('change', { paused: { since: '', by: '' } }), undefined, 3],
    ['paused, and nothing to do', one('unchanged', { changes: false, paused: { since: '', by: '' } }), undefined, 0],
    ['the server went away', one('change', { unreachable: 'no answer', incomplete: 'out of time' }), 'timeout', 1],
    ['out of time', one('change', { incomplete: 'out of time' }), 'timeout', 3],
    ['interrupted', one('change', { incomplete: 'interrupted' }), 'interrupted', 130],
  ])('%s', (_what, plan, ended, code) => {
    expect(verdict(plan, ended).exit).toBe(code);
  });
});

test('sums leave out what there is none of', () => {
  expect(countPlan(planOf([planned('ConfigMap', 'a', 'adopt'), planned('ConfigMap', 'b', 'hand-over'), planned('ConfigMap', 'c', 'wait')]))).toBe('1 to adopt, 1 to hand over, 1 to wait for');
});

test('an explanation: the reason first, then what it rests on, then what to do', () => {
  const explanation: Explanation = {
    stored: { head: { extension: 'shop', revisions: [{ number: 3, version: '1.1.0', digest: '', at: '' }], inventory: [] }, uid: '', resourceVersion: '', ref: { apiVersion: 'v1', kind: 'Secret', namespace: 'shop', name: 'x' } },
    revision: 3, well: false, phase: 'deploy', pending: [{ name: 'publish', objects: 2 }], more: 0, notes: ['Events in namespace shop could not be looked at: forbidden.'],
    objects: [{
      ref: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' }, phase: 'deploy', well: false, action: 'Unchanged', reason: '0 of 1 replicas are available', exists: true,
      conditions: [{ type: 'Available', status: 'False', reason: 'Minimum', since: 'A' }, { type: 'Progressing', status: 'True' }],
      pods: { through: ['ReplicaSet web-1'], troubles: [], total: 1, ready: 0, wanted: 3, older: [{ of: 'ReplicaSet web-0', total: 3, ready: 2 }], uids: [], pods: [{ namespace: 'shop', name: 'web-1-a', reasons: ['container web waits: ImagePullBackOff'] }] },
      events: [{ type: 'Warning', reason: 'Failed', message: 'Error: ErrImagePull', count: 4, at: 'B' }],
      changed: [{ path: 'spec.replicas', manager: 'hpa', at: 'C' }], managers: [{ manager: 'boxcutter', operation: 'Apply' }, { manager: 'hpa', operation: 'Update', at: 'C' }],
      hints: [{ code: 'image-pull', text: 'The image cannot be pulled.' }],
    }],
  };
  const text = renderExplanation(explanation, { paint, named: false, record: 'incomplete', status: 'boxcutter status shop -n shop', ago: (at) => `<${at}>` }).join('\n');
  expect(text).toBe(`shop revision 3 (version 1.1.0): not as it should be
state in namespace shop, record says incomplete

✗ Deployment shop/web  (phase deploy)
    0 of 1 replicas are available.
  Pods
    0 of 3 ready, 1 exists (through ReplicaSet web-1)
    2 of 3 ready of the older ReplicaSet web-0: they still serve
    Pod web-1-a: container web waits: ImagePullBackOff
  conditions
    Available is False for <A>: Minimum
  changed by others
    spec.replicas  by hpa, <C> ago
  events
    <B> ago  Warning  Failed ×4: Error: ErrImagePull
  written last by
    hpa (Update, <C> ago)
  what to do
    → The image cannot be pulled.

Phase deploy is not complete; what comes after it waits: publish (2 objects)

Events in namespace shop could not be looked at: forbidden.`);

  const named = renderExplanation(explanation, { paint, named: true, record: 'incomplete', status: '', ago: (at) => `<${at}>` });
  expect(named[0]).toBe('shop revision 3 (version 1.1.0): Deployment shop/web is not as it should be');
});
