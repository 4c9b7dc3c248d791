import type { CollisionProtection, KubeObject } from '../../../../lib/api';
import {
  allowingPolicies, claim, collisionReason, mayDelete, ownershipOf, releasePatch, stampOwner, type Controller, type OwnerContext, type Ownership,
} from '../../../../lib/engine';
import { farewellOf } from '../../../../lib/engine/core/results/farewell';

/** Who may manage a live object. R is the revision that is rolled out, r the number in the annotation of the live object. */
const REVISION = 5;
const POLICIES: readonly CollisionProtection[] = ['Prevent', 'IfNoController', 'None'];
const DEPLOYMENT: Controller = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x', uid: 'theirs', text: 'Deployment x' };
type Row = readonly [description: string, ownership: Partial<Ownership>, prevent: string, ifNoController: string, none: string];

function decide(ownership: Partial<Ownership>, protection: CollisionProtection, owned: boolean): string {
  return claim({ ownership: { relation: 'none', listed: false, ...ownership }, revision: REVISION, protection, owned }).type;
}

const WITH_OWNER: readonly Row[] = [
  ['ours, no number', { relation: 'ours' }, 'manage', 'manage', 'manage'],
  ['ours, r < R', { relation: 'ours', revision: 4 }, 'manage', 'manage', 'manage'],
  ['ours, r > R', { relation: 'ours', revision: 6 }, 'manage', 'manage', 'manage'],
  ['sibling, r > R', { relation: 'sibling', revision: 6 }, 'progressed', 'progressed', 'progressed'],
  ['sibling, r < R', { relation: 'sibling', revision: 4 }, 'handover', 'handover', 'handover'],
  ['sibling, no number', { relation: 'sibling' }, 'handover', 'handover', 'handover'],
  ['sibling, r = R', { relation: 'sibling', revision: 5 }, 'collision', 'collision', 'collision'],
  ['sibling, r is no number', { relation: 'sibling', revision: Number.NaN }, 'collision', 'collision', 'collision'],
  ['another controller', { relation: 'other', controller: DEPLOYMENT }, 'collision', 'collision', 'adopt'],
  ['another controller, with our number', { relation: 'other', controller: DEPLOYMENT, revision: 4 }, 'collision', 'collision', 'adopt'],
  ['no controller, but a number', { relation: 'none', revision: 4 }, 'collision', 'collision', 'collision'],
  ['no controller, no number', { relation: 'none' }, 'collision', 'adopt', 'adopt'],
];

const WITHOUT_OWNER: readonly Row[] = [
  ['number r = R', { relation: 'ours', revision: 5 }, 'manage', 'manage', 'manage'],
  ['number r < R', { relation: 'ours', revision: 4 }, 'manage', 'manage', 'manage'],
  ['number r > R: a lower revision takes nothing back', { relation: 'ours', revision: 6 }, 'progressed', 'progressed', 'progressed'],
  ['not a number', { relation: 'ours', revision: Number.NaN }, 'collision', 'collision', 'collision'],
  ['number, but another controller', { relation: 'other', controller: DEPLOYMENT, revision: 4 }, 'collision', 'collision', 'adopt'],
  ['number r = R, but another controller: taken once, it is ours as long as the policy allows it', { relation: 'other', controller: DEPLOYMENT, revision: 5 }, 'collision', 'collision', 'manage'],
  ['number r > R, but another controller', { relation: 'other', controller: DEPLOYMENT, revision: 6 }, 'collision', 'collision', 'progressed'],
  ['no number, no controller', { relation: 'none' }, 'collision', 'adopt', 'adopt'],
  ['no number, another controller: IfNoController means it', { relation: 'other', controller: DEPLOYMENT }, 'collision', 'collision', 'adopt'],
];

describe.each([['with an owner', WITH_OWNER, true], ['without an owner', WITHOUT_OWNER, false]] as const)('%s', (_, rows, owned) => {
  test.each(rows)('%s', (_description, ownership, ...expected) => {
    expect(POLICIES.map((policy) => decide(ownership, policy, owned))).toEqual(expected);
  });
});

test('a collision says who is in the way', () => {
  const ownership: Ownership = { relation: 'other', controller: DEPLOYMENT, listed: false };
  const verdict = claim({ ownership, revision: 1, protection: 'Prevent', owned: true });
  expect(verdict).toEqual({ type: 'collision', cause: { type: 'controlled', controller: DEPLOYMENT } });
});

describe.each([['with an owner', WITH_OWNER, true], ['without an owner', WITHOUT_OWNER, false]] as const)('%s, a collision names the policies that would allow it, and no other', (_, rows, owned) => {
  const collisions = rows.flatMap(([description, ownership]) => POLICIES.map((protection) => [description, protection, ownership] as const))
    .filter(([, protection, ownership]) => decide(ownership, protection, owned) === 'collision');
  test.each(collisions)('%s, under %s', (_description, protection, ownership) => {
    const verdict = claim({ ownership: { relation: 'none', listed: false, ...ownership }, revision: REVISION, protection, owned });
    if (verdict.type !== 'collision') throw new Error('this is not a collision');
    const named = POLICIES.filter((policy) => collisionReason(verdict.cause).includes(policy));
    expect(allowingPolicies(verdict.cause)).toEqual(named);
    expect(named).toEqual(POLICIES.filter((policy) => decide(ownership, policy, owned) !== 'collision'));
  });
});

describe('a teardown deletes', () => {
  const may = (ownership: Partial<Ownership>, owned: boolean): boolean =>
    mayDelete({ ownership: { relation: 'none', listed: false, ...ownership }, revision: REVISION, owned });

  test.each<[string, Partial<Ownership>, boolean]>([
    ['what we control', { relation: 'ours' }, true],
    ['not what a newer revision took over', { relation: 'sibling', revision: 6, listed: true }, false],
    ['not what another controller has', { relation: 'other', listed: true }, false],
    ['not what nobody controls', { relation: 'none' }, false],
  ])('with an owner: %s', (_, ownership, expected) => expect(may(ownership, true)).toBe(expected));

  test.each<[string, Partial<Ownership>]>([
    ['nobody controls', { relation: 'none' }],
    ['another controller has', { relation: 'other', controller: DEPLOYMENT }],
    ['a sibling has', { relation: 'sibling', revision: 4 }],
  ])('with an owner, nothing for being named in the record: what %s', (_, ownership) => {
    const input = { ownership: { relation: 'none' as const, listed: false, ...ownership }, revision: REVISION, owned: true, recorded: true };
    expect(mayDelete(input)).toBe(false);
  });

  test.each<[string, Partial<Ownership>, boolean]>([
    ['what carries its number', { relation: 'ours', revision: 5 }, true],
    ['not what carries another', { relation: 'ours', revision: 6 }, false],
    ['not what carries a lower one', { relation: 'ours', revision: 4 }, false],
    ['not what has a controller', { relation: 'other', controller: DEPLOYMENT, revision: 5 }, false],
  ])('without an owner: %s', (_, ownership, expected) => expect(may(ownership, false)).toBe(expected));

  test.each<[string, Partial<Ownership>, boolean]>([
    ['a lower number, left by earlier content', { relation: 'ours', revision: 4 }, true],
    ['not a higher one: a newer revision has it', { relation: 'ours', revision: 6 }, false],
    ['not one without a number', { relation: 'none' }, false],
    ['not one whose number cannot be read', { relation: 'ours', revision: Number.NaN }, false],
    ['not one with a controller', { relation: 'other', controller: DEPLOYMENT, revision: 4 }, false],
  ])('without an owner, the very object of our own record: %s', (_, ownership, expected) => {
    expect(mayDelete({ ownership: { relation: 'none', listed: false, ...ownership }, revision: REVISION, owned: false, recorded: true })).toBe(expected);
  });
});

/** The same table once more from what stands on live objects, as the reference writes it: controller, number, policy. */
describe('from the object as it lives to the decision', () => {
  const owner = { apiVersion: 'v1', kind: 'Secret', name: 'owner', namespace: 'n', uid: 'me' };
  const marks = {
    'f:annotations': { 'f:example.com/owners': {}, 'f:example.com/revision': {} },
    'f:ownerReferences': { 'k:{"uid":"me"}': {} },
  };
  const managedFields = [{ manager: 'shop', operation: 'Apply', fieldsV1: { 'f:metadata': marks } }];
  const metadata = { name: 'x', namespace: 'n', uid: 'x', resourceVersion: '7', managedFields };
  const base: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { value: '1' } };
  const shared = { siblings: ['sister'], revisionAnnotation: 'example.com/revision', fieldManager: 'shop', labels: { managed: 'yes' } };
  const contexts: Readonly<Record<string, OwnerContext>> = {
    'native': { ...shared, owner, strategy: { type: 'native' } },
    'annotation': { ...shared, owner, strategy: { type: 'annotation', annotation: 'example.com/owners' } },
    'no owner': { ...shared, strategy: { type: 'native' } },
  };

  function live(context: OwnerContext, controller: string | undefined, number: number | undefined): KubeObject {
    const { strategy } = context;
    const reference = { apiVersion: 'v1', kind: 'Secret', name: controller === 'me' ? 'owner' : 'other', uid: controller, controller: true };
    const isAnnotated = controller !== undefined && strategy.type === 'annotation';
    const annotations = {
      ...(number === undefined ? {} : { 'example.com/revision': String(number) }),
      ...(isAnnotated ? { 'example.com/owners': JSON.stringify([reference]) } : {}),
    };
    const native = controller === undefined || isAnnotated ? {} : { ownerReferences: [reference] };
    return { ...base, metadata: { ...base.metadata, annotations, ...native } } as KubeObject;
  }

  function verdicts(context: OwnerContext, object: KubeObject, recorded = false): string {
    const ownership = ownershipOf(object, context);
    const input = { ownership, revision: REVISION, owned: context.owner !== undefined, recorded };
    return POLICIES.map((protection) => claim({ ...input, protection }).type).join(' ');
  }

  const C = 'collision collision collision';
  const WITH: readonly (readonly [controller: string | undefined, number: number | undefined, expected: string])[] = [
    ['me', undefined, 'manage manage manage'], ['me', 4, 'manage manage manage'], ['me', 5, 'manage manage manage'], ['me', 6, 'manage manage manage'],
    ['sister', undefined, 'handover handover handover'], ['sister', 4, 'handover handover handover'], ['sister', 5, C], ['sister', 6, 'progressed progressed progressed'],
    ['stranger', undefined, 'collision collision adopt'], ['stranger', 4, 'collision collision adopt'], ['stranger', 5, 'collision collision adopt'], ['stranger', 6, 'collision collision adopt'],
    [undefined, undefined, 'collision adopt adopt'], [undefined, 4, C], [undefined, 5, C], [undefined, 6, C],
  ];
  test.each(WITH.flatMap((row) => ['native', 'annotation'].map((name) => [name, ...row] as const)))('%s: controller %s, number %s', (name, controller, number, expected) => {
    const context = contexts[name] as OwnerContext;
    expect(verdicts(context, live(context, controller, number))).toBe(expected);
  });

  const WITHOUT: typeof WITH = [
    [undefined, undefined, 'collision adopt adopt'], [undefined, 4, 'manage manage manage'], [undefined, 5, 'manage manage manage'],
    // Mended: the reference lets a lower revision take it back.
    [undefined, 6, 'progressed progressed progressed'],
    // Mended: the reference lets IfNoController take it.
    ['stranger', undefined, 'collision collision adopt'],
    ['stranger', 4, 'collision collision adopt'], ['stranger', 5, 'collision collision manage'], ['stranger', 6, 'collision collision progressed'],
  ];
  test.each(WITHOUT)('no owner: controller %s, number %s', (controller, number, expected) => {
    const context = contexts['no owner'] as OwnerContext;
    expect(verdicts(context, live(context, controller, number))).toBe(expected);
  });

  test.each(Object.entries(contexts))('%s: a copy of our mark is not ours, unless our record has its uid', (name, context) => {
    const marked = live(context, name === 'no owner' ? undefined : 'me', REVISION);
    const copy = { ...marked, metadata: { ...marked.metadata, managedFields: [{ manager: 'kubectl-create', operation: 'Update' }] } };
    expect(verdicts(context, copy)).toBe('collision adopt adopt');
    expect(verdicts(context, copy, true)).toBe('manage manage manage');
    const input = { ownership: ownershipOf(copy, context), revision: REVISION, owned: context.owner !== undefined };
    expect([mayDelete(input), mayDelete({ ...input, recorded: true })]).toEqual([false, true]);
    expect(farewellOf(input)).toMatchObject({ type: 'release', listed: false });
  });

  test.each(Object.entries(contexts))('%s: what was properly orphaned can be adopted again, what only lost its owner cannot', (_, context) => {
    const managed = stampOwner(base, context, REVISION);
    expect(verdicts(context, managed)).toBe('manage manage manage');
    expect(verdicts(context, patched(managed, releasePatch(managed, context, ['managed'])))).toBe('collision adopt adopt');
    if (context.owner === undefined) return;
    const { ownerReferences: _references, annotations = {}, ...metadata } = managed.metadata;
    const collected = { ...managed, metadata: { ...metadata, annotations: { 'example.com/revision': annotations['example.com/revision'] ?? '' } } };
    expect(verdicts(context, collected)).toBe(C);
  });
});

/** RFC 6902, as far as the patches of the engine go. */
function patched(object: KubeObject, operations: ReturnType<typeof releasePatch>): KubeObject {
  const copy = structuredClone(object);
  for (const { op, path, value } of operations) {
    const keys = path.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.pop() ?? '';
    const parent = keys.reduce((node, key) => node[key] as Record<string, unknown>, copy as unknown as Record<string, unknown>);
    if (op === 'test') expect(parent[last]).toEqual(value);
    else if (op === 'remove') delete parent[last];
    else parent[last] = value;
  }
  return copy;
}
