/** The worlds that are searched: two revisions, two phases, up to four objects, and what may go wrong in them. */
import type { KubeObject } from '../../../../lib/api';
import { EMPTY, idOf, others, type Server } from './server/api-server';
import { NETWORK, PEOPLE, STREAMS, type Fault, type Faults } from './faults';
import {
  AFTER, APP, changed, CONFIG_1, CONFIG_2, CRD, FIXED_1, FIXED_2, GADGET, HEAD,
  installed, KEPT, OLD, object, OWNERLESS, revision, revisionOwner, rollout, teardown,
} from './roles';
import type { Scenario } from './world';

type Base = Omit<Scenario, 'faults'>;

export interface NamedWorld {
  readonly name: string;
  readonly about: string;
  readonly base: () => Base;
  /** What `npm test` tries: sets of faults, each searched by itself. The full search has `full` besides. */
  readonly tried: readonly Faults[];
  readonly full?: readonly Faults[];
}

export const ONE_OF_THE_NETWORK: Faults = { limit: 1, kinds: [...NETWORK, 'crash', 'reject', 'stop'] };
export const ONE_OF_THE_STREAMS: Faults = { limit: 1, kinds: STREAMS };
export const ONE_OF_PEOPLE: Faults = { limit: 1, kinds: PEOPLE };
const ONE: readonly Faults[] = [ONE_OF_THE_NETWORK, ONE_OF_THE_STREAMS, ONE_OF_PEOPLE];
const ALL: readonly Fault[] = [...NETWORK, ...STREAMS, ...PEOPLE, 'crash', 'stop', 'reject'];
const two = (...kinds: readonly Fault[]): Faults => ({ limit: 2, kinds: kinds.length === 0 ? ALL : kinds });

const INSTALL = revision(1, [[CONFIG_1, APP], [AFTER]]);
const UPGRADE = revision(2, [[CONFIG_2], [APP]]);
const SMALL = revision(1, [[APP], [AFTER]]);

function before(finalizer = false): ReturnType<typeof installed> {
  return installed({ object: CONFIG_1 }, { object: APP, order: 1 }, { object: OLD, order: 1, finalizer });
}

function on({ server, inventory }: ReturnType<typeof installed>): Pick<Base, 'server' | 'records'> {
  return { server, records: [inventory] };
}

/**
 * Every object is held a second time, with a field that the package does not have: by ourselves with Update, or by a manager that we
 * replace.
 */
function heldTwice(server: Server, manager: string): Server {
  return [...server.objects].reduce((all, [id, live]) => {
    const update = { manager, operation: 'Update', apiVersion: live.apiVersion, fieldsV1: { 'f:data': { 'f:value': {}, 'f:old': {} } } };
    return changed(all, id, {
      ...live,
      data: { ...(live['data'] as object), old: '1' },
      metadata: { ...live.metadata, managedFields: [...(live.metadata.managedFields ?? []), update] },
    });
  }, server);
}

function controlled(wanted: KubeObject): KubeObject {
  const owners = JSON.stringify([{ apiVersion: 'v1', kind: 'Thief', name: 'thief', uid: 'thief', controller: true }]);
  return { ...wanted, metadata: { ...wanted.metadata, annotations: { owners } } };
}

/** What the second revision has and the first one had, each under its own owner. */
function archived(): ReturnType<typeof installed> {
  const second = revisionOwner(2, [1]);
  const first = revisionOwner(1, [2]);
  const { server, inventory } = installed(
    { object: CONFIG_2, context: second, number: 2 }, { object: OLD, order: 1, context: first });
  return { server, inventory };
}

export const WORLDS: readonly NamedWorld[] = [
  {
    name: 'install',
    about: 'three objects in two phases',
    tried: ONE,
    full: [two('crash', 'lost-after', 'delete', 'stale-list')],
    base: () => ({ server: EMPTY, records: [[]], roles: [rollout(INSTALL)] }),
  },
  {
    name: 'upgrade',
    about: 'one object changes, one stays, one goes',
    tried: ONE,
    base: () => ({ ...on(before()), roles: [rollout(UPGRADE)] }),
  },
  {
    name: 'upgrade, held',
    about: 'the same; a finalizer holds what goes',
    tried: [ONE_OF_THE_NETWORK],
    full: ONE,
    base: () => ({ ...on(before(true)), roles: [rollout(UPGRADE)] }),
  },
  {
    name: 'rollback', about: 'revision 3 with the content of revision 1, after revision 2', tried: [ONE_OF_THE_NETWORK], full: ONE,
    base: () => ({
      ...on(installed({ object: CONFIG_2 }, { object: AFTER, order: 1 })),
      roles: [rollout(revision(3, [[CONFIG_1], [OLD]]))],
    }),
  },
  {
    name: 'teardown',
    about: 'two phases; a finalizer holds the last',
    tried: ONE,
    full: [two('lost-after', 'crash', 'delete', 'recreate', 'stale-list')],
    base: () => ({ ...on(installed({ object: CONFIG_1 }, { object: APP, order: 1, finalizer: true })), roles: [teardown(1)] }),
  },
  {
    name: 'orphaned', about: 'a teardown that lets everything live', tried: [ONE_OF_THE_NETWORK, ONE_OF_THE_STREAMS], full: ONE,
    base: () => ({
      ...on(installed({ object: CONFIG_1 }, { object: APP, order: 1 })),
      roles: [teardown(1, { orphan: () => true })], orphans: [idOf(CONFIG_1), idOf(APP)],
    }),
  },
  {
    name: 'orphan object', about: 'an upgrade drops an object that the record says is to live', tried: ONE,
    base: () => ({
      ...on(installed({ object: CONFIG_1 }, { object: OLD, orphan: true })),
      roles: [rollout(revision(2, [[CONFIG_2]]))], orphans: [idOf(OLD)],
    }),
  },
  {
    name: 'adoption', about: 'an object that is there belongs to nobody (IfNoController)', tried: ONE,
    base: () => ({
      server: installed({ object: CONFIG_2, foreign: true }).server,
      records: [[]],
      roles: [rollout(revision(1, [[CONFIG_1], [AFTER]], { protection: 'IfNoController' }))],
      costly: true,
    }),
  },
  {
    name: 'adoption by force', about: 'an object that is there has another controller (None)', tried: ONE,
    base: () => ({
      server: installed({ object: controlled(CONFIG_2), foreign: true }).server,
      records: [[]],
      roles: [rollout(revision(1, [[CONFIG_1], [AFTER]], { protection: 'None' }))],
      costly: true,
    }),
  },
  {
    name: 'collision', about: 'an object of the last phase is there and not ours', tried: ONE,
    base: () => ({
      server: others.create(EMPTY, idOf(AFTER), object('ConfigMap', 'after', 'theirs')).server,
      records: [[]],
      roles: [rollout(INSTALL)],
      refused: true,
    }),
  },
  {
    name: 'paused',
    about: 'a dry run of an upgrade',
    tried: ONE,
    base: () => ({ ...on(before()), roles: [rollout(UPGRADE, { dryRun: true })], quiet: true, later: 'none' }),
  },
  {
    name: 'paused object', about: 'one object of an upgrade is paused', tried: ONE,
    base: () => ({
      ...on(installed({ object: CONFIG_1 }, { object: KEPT })),
      roles: [rollout(revision(2, [[CONFIG_2, KEPT], [AFTER]], { paused: ['config'] }))],
      paused: [idOf(CONFIG_1)],
      later: 'none',
    }),
  },
  {
    name: 'handover', about: 'two revisions with an owner each at work at the same time', tried: [{
      limit: 1,
      kinds: ['conflict', 'lost-after', 'crash'],
    }], full: ONE,
    base: () => {
      const { server, inventory } = installed({
        object: CONFIG_1,
        context: revisionOwner(1, [2]),
      }, { object: KEPT, context: revisionOwner(1, [2]) });
      const first = rollout(revision(1, [[CONFIG_1, KEPT]]), { context: revisionOwner(1, [2]) });
      const second = rollout(revision(2, [[CONFIG_2], [KEPT]]), { context: revisionOwner(2, [1]), record: 1 });
      return { server, records: [inventory, []], roles: [first, second], costly: true };
    },
  },
  {
    name: 'archive', about: 'what the old revision has alone goes, what it handed over stays', tried: ONE,
    base: () => {
      const { server, inventory } = archived();
      return { server, records: [inventory], roles: [teardown(1, { context: revisionOwner(1, [2]) })] };
    },
  },
  {
    name: 'ownerless', about: 'an upgrade without an owner: the number marks what is ours', tried: [ONE_OF_THE_NETWORK], full: ONE,
    base: () => {
      const context = OWNERLESS;
      const { server, inventory } = installed({ object: CONFIG_1, context }, { object: OLD, order: 1, context });
      return { server, records: [inventory], roles: [rollout(revision(2, [[CONFIG_2], [AFTER]]), { context })] };
    },
  },
  {
    name: 'CRD',
    about: 'a kind that is served when its CRD is there, and an object of it',
    tried: ONE,
    full: [two('lost-after', 'crash', 'delete', 'conflict')],
    base: () => ({ server: EMPTY, records: [[]], roles: [rollout(revision(1, [[CRD], [GADGET]]))] }),
  },
  {
    name: 'asked ahead',
    about: 'an object is asked about while the phase before its own is written, for its CRD came earlier still',
    tried: [ONE_OF_THE_NETWORK, ONE_OF_THE_STREAMS],
    full: [ONE_OF_PEOPLE, two('lost-after', 'crash', 'delete', 'conflict')],
    base: () => ({ server: EMPTY, records: [[]], roles: [rollout(revision(1, [[CRD], [APP], [GADGET]]))] }),
  },
  {
    name: 'CRD and object go',
    about: 'a CRD takes its objects along',
    tried: [],
    full: ONE,
    base: () => ({ ...on(installed({ object: CRD }, { object: GADGET, order: 1 })), roles: [teardown(1)], costly: true }),
  },
  {
    name: 'CRD goes',
    about: 'its deletion gets stuck in the server until it is nudged',
    tried: ONE,
    full: [two('lost-after', 'crash', 'conflict')],
    base: () => ({ ...on(installed({ object: CRD })), roles: [teardown(1)], stuck: true, costly: true }),
  },
  {
    name: 'takeover', about: 'fields that we hold by Update, from an earlier tool of the same name', tried: [ONE_OF_THE_NETWORK], full: ONE,
    base: () => {
      const { server, inventory } = installed({ object: CONFIG_1 }, { object: KEPT });
      return {
        server: heldTwice(server, 'boxcutter'),
        records: [inventory],
        roles: [rollout(revision(2, [[CONFIG_2, KEPT]]))],
        costly: true,
      };
    },
  },
  {
    name: 'takeover from another', about: 'fields that a manager holds which we replace', tried: [ONE_OF_THE_NETWORK],
    base: () => {
      const { server, inventory } = installed({ object: CONFIG_1 });
      return {
        server: heldTwice(server, 'helm'),
        records: [inventory],
        roles: [rollout(revision(2, [[CONFIG_2], [AFTER]]), { context: { ...HEAD, takeOverManagers: ['helm'] } })],
        costly: true,
      };
    },
  },
  {
    name: 'no create-only',
    about: 'a server that does not know it: creates go by POST',
    tried: [ONE_OF_THE_NETWORK],
    full: ONE,
    base: () => ({ server: EMPTY, records: [[]], roles: [rollout(SMALL)], createOnly: false, costly: true }),
  },
  {
    name: 'deadline',
    about: 'a progress deadline that may pass at any time',
    tried: [ONE_OF_THE_NETWORK, ONE_OF_PEOPLE],
    base: () => ({ server: EMPTY, records: [[]], roles: [rollout(revision(1, [[APP], [AFTER]], { deadline: 1 }))] }),
  },
  {
    name: 'contested',
    about: 'another client changes or deletes an object again and again',
    tried: [{ limit: 4, kinds: ['edit'] }, { limit: 4, kinds: ['delete'] }],
    base: () => ({ ...on(installed({ object: APP })), roles: [rollout(revision(2, [[object('Widget', 'app', '2')]]))] }),
  },
  {
    name: 'started again',
    about: 'a process dies at any point, is started again, and something else goes wrong',
    tried: [two('crash', 'lost-after', 'conflict', 'busy', 'stale-list', 'delete')],
    full: [two()],
    base: () => ({ server: EMPTY, records: [[]], roles: [rollout(SMALL)], restarts: true }),
  },
  {
    name: 'pairs',
    about: 'any two faults at any two points of a small upgrade',
    tried: [two('lost-after', 'crash', 'stale-list', 'recreate')],
    full: [two()],
    base: () => ({ ...on(installed({ object: CONFIG_1 }, { object: OLD, order: 1 })), roles: [rollout(revision(2, [[CONFIG_2]]))] }),
  },
  {
    name: 'replace', about: 'an object that cannot be changed in place is replaced in its phase',
    tried: [ONE_OF_THE_NETWORK, ONE_OF_THE_STREAMS], full: [ONE_OF_PEOPLE, two('crash', 'lost-after', 'delete', 'recreate', 'stale-list')],
    base: () => ({
      ...on(installed({ object: FIXED_1 }, { object: APP, order: 1 })),
      roles: [rollout(revision(2, [[KEPT], [FIXED_2]], { recreate: ['config'] }))],
      costly: true,
    }),
  },
  {
    name: 'replace, held', about: 'the same; a finalizer holds the old object', tried: [ONE_OF_THE_NETWORK, ONE_OF_PEOPLE], full: ONE,
    base: () => ({
      ...on(installed({ object: FIXED_1, finalizer: true })),
      roles: [rollout(revision(2, [[FIXED_2], [AFTER]], { recreate: ['config'] }))],
      costly: true,
    }),
  },
  {
    name: 'replace, beside a failure', about: 'the same, and another object of the phase may be refused',
    tried: [{ limit: 1, kinds: ['reject', 'stop', 'lost-after'] }], full: [ONE_OF_THE_NETWORK],
    base: () => ({
      ...on(installed({ object: FIXED_1, finalizer: true })),
      roles: [rollout(revision(2, [[FIXED_2, KEPT]], { recreate: ['config'] }))],
      costly: true,
    }),
  },
  {
    name: 'replace, started again', about: 'a process dies at any point of a replacement, is started again, and something else goes wrong',
    tried: [two('crash', 'lost-after', 'conflict', 'busy')], full: [two()],
    base: () => ({
      ...on(installed({ object: FIXED_1 })),
      roles: [rollout(revision(2, [[FIXED_2]], { recreate: ['config'] }))],
      restarts: true,
      costly: true,
    }),
  },
  {
    name: 'not replaced', about: 'an object that cannot be changed in place, and may not be replaced', tried: ONE,
    base: () => ({
      ...on(installed({ object: FIXED_1 }, { object: APP, order: 1 })),
      roles: [rollout(revision(2, [[FIXED_2], [KEPT]]))],
      refused: true,
      later: 'none',
    }),
  },
  {
    name: 'adopted, not replaced', about: 'an object of nobody that cannot be changed in place', tried: [ONE_OF_THE_NETWORK],
    base: () => ({
      server: installed({ object: FIXED_1, foreign: true }).server, records: [[]],
      roles: [rollout(revision(1, [[FIXED_2], [AFTER]], {
        protection: 'IfNoController',
        recreate: ['config'],
      }))], refused: true, later: 'none',
    }),
  },
  {
    name: 'handover by replacement', about: 'an object of an older revision with its own owner cannot be changed in place', tried: ONE,
    base: () => {
      const { server } = installed({ object: FIXED_1, context: revisionOwner(1, [2]) });
      return {
        server,
        records: [[]],
        roles: [rollout(revision(2, [[FIXED_2]], { recreate: ['config'] }), { context: revisionOwner(2, [1]) })],
        costly: true,
      };
    },
  },
  {
    name: 'late replacer', about: 'a run that replaces an object sleeps; another one, which keeps it, takes over', tried: [
      { limit: 1, kinds: ['sleep'] },
      two('sleep', 'lost-after'),
    ],
    base: () => ({
      ...on(installed({ object: FIXED_1 })), second: 'takes over',
      roles: [rollout(revision(2, [[FIXED_2]], { recreate: ['config'] })), rollout(revision(3, [[FIXED_1], [AFTER]]))], costly: true,
      later: rollout(revision(3, [[FIXED_1], [AFTER]], { recreate: ['config'] })),
    }),
  },
  {
    name: 'late deleter', about: 'a run that drops an object sleeps; another one, which keeps it, takes over', tried: [
      { limit: 1, kinds: ['sleep'] },
      two('sleep', 'lost-after'),
    ], full: [two('sleep', 'crash', 'delete', 'recreate', 'unlabel', 'stale-list', 'cut')],
    base: () => ({
      ...on(installed({ object: CONFIG_1 }, { object: OLD, order: 1 })), second: 'takes over',
      roles: [rollout(revision(2, [[CONFIG_2]])), rollout(revision(3, [[CONFIG_1], [OLD]]))],
    }),
  },
  {
    name: 'late creator', about: 'a run that installs sleeps; another one takes over, and takes everything down', tried: [
      { limit: 1, kinds: ['sleep'] },
      two('sleep', 'lost-after', 'conflict', 'busy'),
    ], full: [two('sleep', 'crash', 'delete', 'recreate', 'unlabel', 'stale-list', 'cut')],
    base: () => ({ server: EMPTY, records: [[]], second: 'takes over', roles: [rollout(revision(1, [[CONFIG_1], [AFTER]])), teardown(1)] }),
  },
];
