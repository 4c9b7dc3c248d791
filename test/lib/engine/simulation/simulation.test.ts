/**
 * The pure core in small worlds, along every path: every order of requests, answers and stream events, with faults at every point.
 * The rules that must hold on each path are in explore.ts; here is which worlds are tried, and what must be true at their ends.
 */
import type { ResolvedRevision } from '../../../../lib/api';
import { others, EMPTY, type Server } from './api-server';
import { explore, recordOf, runOnce, type Exploration } from './explore';
import { AFTER, APP, CONFIG_1, CONFIG_2, installed, KEPT, key, object, OLD, revision, scenario, teardown } from './scenarios';
import { Simulation, type Scenario, type World } from './world';

const NO_FAULTS: Scenario['faults'] = { limit: 0, kinds: [] };
const NETWORK: Scenario['faults'] = { limit: 1, kinds: ['conflict', 'lost-before', 'lost-after', 'crash'] };
const PEOPLE: Scenario['faults'] = { limit: 1, kinds: ['edit', 'delete', 'unlabel'] };

const INSTALL = revision(1, [[CONFIG_1, APP], [AFTER]]);
const UPGRADE = revision(2, [[CONFIG_2, KEPT], [APP]]);

function before(options: { finalizer?: boolean } = {}): ReturnType<typeof installed> {
  return installed([
    { object: CONFIG_1, order: 0 },
    { object: KEPT, order: 0 },
    { object: APP, order: 1 },
    { object: OLD, order: 1, ...options },
  ]);
}

function expectSafe({ violations }: Exploration): void {
  expect(violations.slice(0, 3).join('\n\n')).toBe('');
}

/** Faults are over; the command is run again until it has nothing to do. */
function settle(world: World, revised: ResolvedRevision): World {
  let last = world;
  for (let runs = 0; runs < 4 && (last.crashed || last.state.status !== 'complete' || runs === 0); runs += 1) {
    last = runOnce(new Simulation(scenario(revised, last.server, recordOf(last), NO_FAULTS)), last.server);
  }
  return last;
}

function content(server: Server): Record<string, unknown> {
  return Object.fromEntries([...server.objects].map(([id, { data }]) => [id, (data as { value: string }).value]).sort());
}

function expectEnds({ ends }: Exploration, revised: ResolvedRevision, expected: Record<string, unknown>): void {
  const outcomes = new Set<string>();
  const tried = new Set<string>();
  for (const end of ends) {
    const same = JSON.stringify([[...end.server.objects], recordOf(end), end.state.status, end.crashed]);
    if (tried.has(same)) continue;
    tried.add(same);
    const settled = settle(end, revised);
    outcomes.add(JSON.stringify([settled.state.status, content(settled.server)]));
  }
  expect([...outcomes]).toEqual([JSON.stringify(['complete', Object.fromEntries(Object.entries(expected).sort())])]);
}

function uids(server: Server): Record<string, string | undefined> {
  return Object.fromEntries([...server.objects].map(([id, { metadata }]) => [id, metadata.uid]));
}

describe('install', () => {
  const expected = { [key('ConfigMap', 'config')]: '1', [key('Widget', 'app')]: '1', [key('ConfigMap', 'after')]: '1' };

  test.each([
    ['no faults', NO_FAULTS],
    ['a fault of the network at any point', NETWORK],
    ['somebody interferes at any point', PEOPLE],
  ])('%s', (_, faults) => {
    const exploration = explore(new Simulation(scenario(INSTALL, EMPTY, [], faults)));
    expectSafe(exploration);
    expectEnds(exploration, INSTALL, expected);
  });
});

test('two faults of any kind at any two points', () => {
  const small = revision(1, [[APP], [AFTER]]);
  const exploration = explore(new Simulation(scenario(small, EMPTY, [], { limit: 2, kinds: [...NETWORK.kinds, ...PEOPLE.kinds] })));
  expectSafe(exploration);
  expectEnds(exploration, small, { [key('Widget', 'app')]: '1', [key('ConfigMap', 'after')]: '1' });
});

describe('upgrade: one object changed, two kept, one gone', () => {
  const expected = { [key('ConfigMap', 'config')]: '2', [key('ConfigMap', 'kept')]: '1', [key('Widget', 'app')]: '1' };

  test.each([
    ['no faults', NO_FAULTS, false],
    ['a fault of the network at any point', NETWORK, false],
    ['a finalizer holds what has to go', NO_FAULTS, true],
  ])('%s', (_, faults, finalizer) => {
    const { server, inventory } = before({ finalizer });
    const exploration = explore(new Simulation(scenario(UPGRADE, server, inventory, faults)));
    expectSafe(exploration);
    expectEnds(exploration, UPGRADE, expected);
    const kept = uids(server);
    for (const end of exploration.ends) {
      for (const id of Object.keys(expected)) expect(uids(end.server)[id]).toBe(kept[id]);
    }
  });

  test('somebody interferes at any point', () => {
    const { server, inventory } = before();
    const exploration = explore(new Simulation(scenario(UPGRADE, server, inventory, PEOPLE)));
    expectSafe(exploration);
    expectEnds(exploration, UPGRADE, expected);
  });
});

describe('teardown', () => {
  const small = (finalizer = false) => installed([{ object: CONFIG_1, order: 0 }, { object: APP, order: 1, finalizer }]);

  test.each([
    ['a fault of the network at any point', NETWORK, false],
    ['somebody interferes at any point', PEOPLE, false],
    ['a finalizer holds the last phase', { limit: 1, kinds: [...NETWORK.kinds, ...PEOPLE.kinds] }, true],
  ])('%s', (_, faults, finalizer) => {
    const { server, inventory } = small(finalizer);
    const exploration = explore(new Simulation(teardown(server, inventory, faults)));
    expectSafe(exploration);
    for (const end of exploration.ends) {
      const settled = runOnce(new Simulation(teardown(end.server, recordOf(end), NO_FAULTS)), end.server);
      expect([settled.state.status, [...settled.server.objects.keys()]]).toEqual(['complete', []]);
    }
  });

  test('orphans live on, without our mark', () => {
    const { server, inventory } = small();
    const exploration = explore(new Simulation(teardown(server, inventory, { limit: 1, kinds: ['conflict', 'lost-before', 'lost-after'] }, true)));
    expectSafe(exploration);
    for (const end of exploration.ends) {
      expect(end.state.status).toBe('complete');
      expect(uids(end.server)).toEqual(uids(server));
      expect([...end.server.objects.values()].flatMap(({ metadata }) => Object.keys({ ...metadata.labels, ...metadata.annotations }))).toEqual([]);
    }
  });
});

describe('what is not ours', () => {
  test('a foreign object refuses the whole revision, and nothing is written', () => {
    const foreign = others.create(EMPTY, key('ConfigMap', 'after'), object('ConfigMap', 'after', 'theirs'));
    if (foreign === 'conflict') throw new Error('cannot be');
    const exploration = explore(new Simulation(scenario(INSTALL, foreign.server, [], NETWORK)));
    expectSafe(exploration);
    for (const end of exploration.ends) {
      expect(end.server).toEqual(foreign.server);
      expect(end.crashed ? 'failed' : end.state.status).toBe('failed');
    }
  });

  test('an object that somebody else took over is left when it has to go', () => {
    const { server, inventory } = before();
    const old = server.objects.get(key('ConfigMap', 'old'));
    if (old === undefined) throw new Error('cannot be');
    const theirs = { ...old, metadata: { ...old.metadata, annotations: {} } };
    const taken = { ...server, objects: new Map([...server.objects, [key('ConfigMap', 'old'), theirs]]) };
    const exploration = explore(new Simulation(scenario(UPGRADE, taken, inventory, NETWORK)));
    expectSafe(exploration);
    for (const end of exploration.ends) expect(end.server.objects.get(key('ConfigMap', 'old'))).toBe(theirs);
  });
});

describe('the rules can fail: each guard taken out is noticed', () => {
  type Module = Record<string, unknown>;
  const upgrade = (): Scenario => {
    const { server, inventory } = before();
    return scenario(UPGRADE, server, inventory, NETWORK);
  };
  const collision = (): Scenario => {
    const foreign = others.create(EMPTY, key('ConfigMap', 'after'), object('ConfigMap', 'after', 'theirs'));
    return scenario(INSTALL, foreign === 'conflict' ? EMPTY : foreign.server, [], NO_FAULTS);
  };
  const stolen = (): Scenario => {
    const { server, inventory } = before();
    const objects = new Map([...server.objects].map(([id, value]) => [id, value.metadata.name === 'old' ? { ...value, metadata: { ...value.metadata, annotations: {} } } : value]));
    return scenario(UPGRADE, { ...server, objects }, inventory, NO_FAULTS);
  };
  const install = (): Scenario => scenario(INSTALL, EMPTY, [], NETWORK);
  const disturbed = (): Scenario => scenario(INSTALL, EMPTY, [], PEOPLE);

  test.each<[string, string, (actual: Module) => Module, () => Scenario, RegExp]>([
    ['the collision table', 'decide', () => ({ claim: () => ({ type: 'manage' }) }), collision, /written under Prevent/],
    ['the owner check of a teardown', 'decide', () => ({ mayDelete: () => true }), stolen, /is not ours, and was deleted/],
    ['the fence', 'draft', (actual) => ({ Draft: unfenced(actual['Draft'] as new (...args: unknown[]) => object) }), upgrade, /without asking whether we still hold/],
    ['waiting for a phase', 'phases', (actual) => ({ advancePhases: (...args: unknown[]) => ((actual['advancePhases'] as (...all: unknown[]) => boolean)(...args), true) }), upgrade, /was deleted before/],
    ['what a stream says of deletions', 'absorb', () => ({ absorbVanished: (entry: unknown) => entry }), disturbed, /stuck/],
    ['the stream while waiting', 'absorb', () => ({ absorbView: (entry: unknown) => entry }), install, /stuck/],
  ])('%s', (_, file, replace, make, violation) => {
    jest.isolateModules(() => {
      const path = `../../../../lib/engine/${file}`;
      const actual = jest.requireActual<Module>(path);
      jest.doMock(path, () => ({ ...actual, ...replace(actual) }));
      const { begin, step } = jest.requireActual<typeof import('../../../../lib/engine/step')>('../../../../lib/engine/step');
      const { violations } = explore(new Simulation(make(), { begin, step }));
      expect(violations.join('\n')).toMatch(violation);
      jest.dontMock(path);
    });
  });

  /** Every step counts as fenced. */
  function unfenced(Draft: new (...args: unknown[]) => object): unknown {
    return class extends Draft {
      constructor(...args: unknown[]) {
        super(...args);
        (this as unknown as { fenced: boolean }).fenced = true;
      }
    };
  }
});
