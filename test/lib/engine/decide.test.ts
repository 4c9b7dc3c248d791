import type { CollisionProtection } from '../../../lib/api';
import { claim, mayDelete, type Ownership } from '../../../lib/engine';

/** Who may manage a live object. R is the revision that is rolled out, r the number in the annotation of the live object. */
const REVISION = 5;
const POLICIES: readonly CollisionProtection[] = ['Prevent', 'IfNoController', 'None'];
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
  ['another controller', { relation: 'other', controller: 'Deployment x' }, 'collision', 'collision', 'adopt'],
  ['another controller, with our number', { relation: 'other', controller: 'Deployment x', revision: 4 }, 'collision', 'collision', 'adopt'],
  ['no controller, but a number', { relation: 'none', revision: 4 }, 'collision', 'collision', 'collision'],
  ['no controller, no number', { relation: 'none' }, 'collision', 'adopt', 'adopt'],
];

const WITHOUT_OWNER: readonly Row[] = [
  ['number r = R', { relation: 'ours', revision: 5 }, 'manage', 'manage', 'manage'],
  ['number r < R', { relation: 'ours', revision: 4 }, 'manage', 'manage', 'manage'],
  ['number r > R: a lower revision takes nothing back', { relation: 'ours', revision: 6 }, 'progressed', 'progressed', 'progressed'],
  ['not a number', { relation: 'ours', revision: Number.NaN }, 'collision', 'collision', 'collision'],
  ['number, but another controller', { relation: 'other', controller: 'Deployment x', revision: 4 }, 'collision', 'collision', 'adopt'],
  ['number r > R, but another controller', { relation: 'other', controller: 'Deployment x', revision: 6 }, 'collision', 'collision', 'progressed'],
  ['no number, no controller', { relation: 'none' }, 'collision', 'adopt', 'adopt'],
  ['no number, another controller: IfNoController means it', { relation: 'other', controller: 'Deployment x' }, 'collision', 'collision', 'adopt'],
];

describe.each([['with an owner', WITH_OWNER, true], ['without an owner', WITHOUT_OWNER, false]] as const)('%s', (_, rows, owned) => {
  test.each(rows)('%s', (_description, ownership, ...expected) => {
    expect(POLICIES.map((policy) => decide(ownership, policy, owned))).toEqual(expected);
  });
});

test('a collision says who is in the way', () => {
  const ownership: Ownership = { relation: 'other', controller: 'ReplicaSet web-1', listed: false };
  expect(claim({ ownership, revision: 1, protection: 'Prevent', owned: true })).toEqual({ type: 'collision', reason: 'it is controlled by ReplicaSet web-1' });
});

describe('a teardown deletes', () => {
  const may = (ownership: Partial<Ownership>, owned: boolean): boolean =>
    mayDelete({ ownership: { relation: 'none', listed: false, ...ownership }, revision: REVISION, owned });

  test.each<[string, Partial<Ownership>, boolean]>([
    ['what we control', { relation: 'ours' }, true],
    ['not what a newer revision took over', { relation: 'sibling', revision: 6, listed: true }, false],
    ['not what somebody else controls', { relation: 'other', listed: true }, false],
    ['not what nobody controls', { relation: 'none' }, false],
  ])('with an owner: %s', (_, ownership, expected) => expect(may(ownership, true)).toBe(expected));

  test.each<[string, Partial<Ownership>, boolean]>([
    ['what carries its number', { relation: 'ours', revision: 5 }, true],
    ['not what carries another', { relation: 'ours', revision: 6 }, false],
    ['not what has a controller', { relation: 'other', controller: 'Deployment x', revision: 5 }, false],
  ])('without an owner: %s', (_, ownership, expected) => expect(may(ownership, false)).toBe(expected));
});
