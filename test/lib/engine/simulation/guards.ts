/**
 * Guards of the engine, each with what takes it out, a world in which it matters, and the rule that is violated without it. They are taken
 * out from outside: a part of the core is replaced, what the core is told is falsified, or requests are sent without a precondition.
 */
import type { Built, Entry, Event, ObjectView, State } from '../../../../lib/engine';
import { settledOf } from '../../../../lib/engine/core/state/entry';
import type { Fault, Faults } from './faults';
import type { Core } from './process';
import type { Rule } from './rules';
import type { Machine } from './world';

type Module = Record<string, unknown>;
type Fn<A extends readonly unknown[] = readonly never[], R = unknown> = (...args: A) => R;

export interface Guard {
  readonly name: string;
  /** Where it stands: a file of lib, without folder and extension. */
  readonly file: string;
  readonly world: string;
  readonly faults: Faults;
  readonly rule: Rule;
  /** The file of lib/engine/core without it. */
  readonly replaced?: (actual: Module) => Module;
  readonly machine?: (machine: Machine) => Machine;
}

const none: Faults = { limit: 0, kinds: [] };
const one = (...kinds: readonly Fault[]): Faults => ({ limit: 1, kinds });

/** Every view that the core gets is changed on the way. */
function seeing(change: (view: ObjectView) => ObjectView): NonNullable<Guard['machine']> {
  const told = (event: Event): Event => {
    if (event.type === 'seen') return { ...event, view: change(event.view) };
    return event.type === 'answer' && event.answer.type === 'object' ? {
      ...event,
      answer: { ...event.answer, view: change(event.answer.view) },
    } : event;
  };
  return core(({ begin, step }) => ({ begin, step: (state, event) => step(state, told(event)) }));
}

function tasked(change: (task: Built['task']) => Built['task']): NonNullable<Guard['machine']> {
  return core(({ begin, step }) => ({ begin: (task) => begin(change(task)), step }));
}

function core(change: (core: Core) => Core): NonNullable<Guard['machine']> {
  return (machine) => ({ ...machine, core: change(machine.core) });
}

/** A function of a file gets other arguments. */
function given(name: string, change: (...args: never[]) => readonly unknown[]): NonNullable<Guard['replaced']> {
  return (actual) => ({ [name]: (...args: never[]) => (actual[name] as Fn<unknown[]>)(...change(...args)) });
}

/** After answers of this type nothing is read. */
function unread(type: string): NonNullable<Guard['replaced']> {
  return (actual) => ({
    absorbAnswer: (before: Entry, request: string, answer: { type: string }, context: unknown): Entry => {
      const entry = (actual['absorbAnswer'] as Fn<unknown[], Entry>)(before, request, answer, context);
      return answer.type === type ? { ...entry, knowledge: { ...entry.knowledge, needsRead: false } } : entry;
    },
  });
}

/** A failure ends the run at once, whatever else is under way. */
function hasty({ begin, step }: Core): Core {
  const isFailed = ({ status, preflight, entries }: State): boolean =>
    status === 'running' && preflight === 'passed' && [...entries.values()].some((entry) => settledOf(entry)?.action === 'Failed');
  return {
    begin,
    step: (state, event) => {
      const next = step(state, event);
      return isFailed(next.state) ? { state: { ...next.state, status: 'failed' }, requests: [] } : next;
    },
  };
}

export const GUARDS: readonly Guard[] = [
  {
    name: 'a delete names the uid and the version that was decided about',
    file: 'sender',
    world: 'teardown',
    faults: one('steal', 'recreate'),
    rule: 'S1',
    machine: (machine) => ({ ...machine, adapter: { ...machine.adapter, checksUid: false, checksVersion: false } }),
  },
  {
    name: 'a delete names the version that was decided about',
    file: 'sender',
    world: 'teardown',
    faults: one('steal'),
    rule: 'S1',
    machine: (machine) => ({ ...machine, adapter: { ...machine.adapter, checksVersion: false } }),
  },
  {
    name: 'an update names the version that was decided about',
    file: 'request-bodies',
    world: 'upgrade',
    faults: one('steal'),
    rule: 'S5',
    machine: (machine) => ({ ...machine, adapter: { ...machine.adapter, checksVersion: false } }),
  },
  {
    name: 'a create is refused when the object exists',
    file: 'request-bodies',
    world: 'started again',
    faults: { limit: 2, kinds: ['crash', 'recreate'] },
    rule: 'S5',
    machine: (machine) => ({ ...machine, adapter: { ...machine.adapter, createOnly: false, fallback: false } }),
  },
  {
    name: 'a server that does not know "create only" gets POST',
    file: 'create-only',
    world: 'no create-only',
    faults: { limit: 2, kinds: ['lost-after', 'recreate'] },
    rule: 'S5',
    machine: (machine) => ({ ...machine, adapter: { ...machine.adapter, fallback: false } }),
  },
  {
    name: 'what deletes asks the fence (and hears its no)',
    file: 'hold',
    world: 'late deleter',
    faults: one('sleep'),
    rule: 'S1',
    machine: (machine) => ({ ...machine, fence: { ...machine.fence, delete: false } }),
  },
  {
    name: 'what replaces asks the fence (and hears its no)',
    file: 'gate',
    world: 'late replacer',
    faults: one('sleep'),
    rule: 'S1',
    machine: (machine) => ({ ...machine, fence: { ...machine.fence, delete: false } }),
  },
  {
    name: 'what is replaced is replaced in the state that was decided about',
    file: 'sender',
    world: 'replace',
    faults: one('steal'),
    rule: 'S1',
    machine: (machine) => ({ ...machine, adapter: { ...machine.adapter, checksVersion: false } }),
  },
  {
    name: 'only what may be replaced is',
    file: 'absorb/answers',
    world: 'not replaced',
    faults: none,
    rule: 'S2',
    machine: tasked((task) => ({ ...task, items: task.items.map((item) => ({ ...item, replaces: true as const })) })),
  },
  {
    name: 'a run that is told to stop creates what it has deleted',
    file: 'finishing',
    world: 'replace',
    faults: one('stop'),
    rule: 'L4',
    machine: core(({ begin, step }) => ({
      begin,
      step: (state, event) => step(state, event.type === 'stop' ? { type: 'stop', reason: event.reason } : event),
    })),
  },
  {
    name: 'a run that fails creates what it has deleted',
    file: 'state/replacing',
    world: 'replace, beside a failure',
    faults: one('reject'),
    rule: 'L4',
    replaced: () => ({ isHalfReplaced: () => false }),
  },
  {
    name: 'a run that ends early replaces nothing anew',
    file: 'wish',
    world: 'replace',
    faults: { limit: 2, kinds: ['stop', 'lost-before'] },
    rule: 'S9',
    replaced: () => ({ endsReplacement: () => true }),
  },
  {
    name: 'what writes passes the fence',
    file: 'hold',
    world: 'late creator',
    faults: { limit: 2, kinds: ['sleep', 'busy'] },
    rule: 'S6',
    machine: (machine) => ({ ...machine, fence: { ...machine.fence, write: false } }),
  },
  {
    name: 'what is planned is on record before the first write',
    file: 'apply',
    world: 'install',
    faults: none,
    rule: 'S8',
    machine: (machine) => ({ ...machine, superset: false }),
  },
  {
    name: 'only what is ours is deleted',
    file: 'decide',
    world: 'upgrade',
    faults: one('steal'),
    rule: 'S1',
    replaced: () => ({ mayDelete: () => true }),
  },
  {
    name: 'the collision table',
    file: 'decide',
    world: 'collision',
    faults: none,
    rule: 'S5',
    replaced: () => ({ claim: () => ({ type: 'manage' }) }),
  },
  {
    name: 'what a newer revision has is left to it', file: 'decide', world: 'handover', faults: none, rule: 'S6',
    replaced: given('claim', (input: { ownership: { relation: string; revision?: number } }) => [{
      ...input,
      ownership: input.ownership.relation === 'sibling' ? { ...input.ownership, revision: 0 } : input.ownership,
    }]),
  },
  {
    name: 'what is being deleted is neither ready nor written',
    file: 'view',
    world: 'teardown',
    faults: none,
    rule: 'L2',
    machine: seeing((view) => ({ ...view, terminating: false })),
  },
  {
    name: 'what is older than our last write says nothing',
    file: 'absorb/streams',
    world: 'install',
    faults: one('delete', 'repeat-event', 'stale-list'),
    rule: 'L1',
    replaced: given('absorbView', (entry: Entry, view: unknown) => [
      { ...entry, knowledge: { presence: 'unknown', needsRead: entry.knowledge.needsRead } },
      view,
    ]),
  },
  {
    name: 'a lost answer: the object is read',
    file: 'absorb/answers',
    world: 'install',
    faults: one('lost-after'),
    rule: 'L1',
    replaced: unread('lost'),
  },
  {
    name: 'a conflict: the object is read',
    file: 'absorb/answers',
    world: 'adoption',
    faults: none,
    rule: 'L1',
    replaced: unread('refused'),
  },
  {
    name: 'a phase waits for the one before it',
    file: 'phases',
    world: 'upgrade',
    faults: none,
    rule: 'S4',
    replaced: (actual) => ({ advancePhases: (...args: unknown[]) => ((actual['advancePhases'] as Fn<unknown[]>)(...args), true) }),
  },
  {
    name: 'the order of the phases',
    file: 'phases',
    world: 'install',
    faults: none,
    rule: 'S3',
    machine: tasked((task) => ({ ...task, items: task.items.map((item) => ({ ...item, phase: 0 })) })),
  },
  {
    name: 'what goes, goes in reverse',
    file: 'removals',
    world: 'teardown',
    faults: none,
    rule: 'S4',
    machine: tasked((task) => ({ ...task, removals: task.removals.map((removal) => ({ ...removal, order: 0 })) })),
  },
  {
    name: 'everything that can be asked is asked before the first write',
    file: 'preflight',
    world: 'collision',
    faults: none,
    rule: 'S5',
    machine: tasked((task) => ({ ...task, preflight: 'never' })),
  },
  {
    name: 'who lost sight of a label reads before calling it gone',
    file: 'absorb/streams',
    world: 'upgrade',
    faults: one('unlabel'),
    rule: 'S8',
    replaced: given('absorbVanished', (entry: unknown, _exact: boolean, version: unknown) => [entry, true, version]),
  },
  {
    name: 'a stream by label is not believed that something is gone',
    file: 'absorb/streams',
    world: 'upgrade',
    faults: one('unlabel'),
    rule: 'S8',
    replaced: given('absorbUnseen', (entry: unknown, _exact: boolean, version: unknown) => [entry, true, version, false]),
  },
  {
    name: 'what a stream tells of deletions',
    file: 'absorb/streams',
    world: 'install',
    faults: one('delete'),
    rule: 'L1',
    replaced: () => ({ absorbVanished: (entry: unknown) => entry }),
  },
  {
    name: 'what a stream tells while we wait',
    file: 'absorb/streams',
    world: 'install',
    faults: none,
    rule: 'L1',
    replaced: () => ({ absorbView: (entry: unknown) => entry }),
  },
  {
    name: 'a dry run writes nothing',
    file: 'preflight',
    world: 'paused',
    faults: none,
    rule: 'S7',
    machine: tasked((task) => ({ ...task, dryRun: false })),
  },
  {
    name: 'a paused object is not written',
    file: 'phases',
    world: 'paused object',
    faults: none,
    rule: 'S7',
    machine: tasked((task) => ({ ...task, items: task.items.map(({ paused: _paused, ...item }) => item) })),
  },
  {
    name: 'orphans are let go',
    file: 'wish',
    world: 'orphan object',
    faults: none,
    rule: 'S1',
    machine: tasked((task) => ({ ...task, removals: task.removals.map((removal) => ({ ...removal, orphan: false })) })),
  },
  {
    name: 'fields that we hold a second time are merged',
    file: 'managed-fields',
    world: 'takeover',
    faults: none,
    rule: 'L1',
    machine: seeing((view) => ({ ...view, toMerge: false })),
  },
  {
    name: 'a CRD whose deletion sticks is nudged',
    file: 'wish',
    world: 'CRD goes',
    faults: none,
    rule: 'L1',
    machine: seeing((view) => ({ ...view, finalizers: [] })),
  },
  {
    name: 'without a stream, objects are read now and then',
    file: 'draft',
    world: 'install',
    faults: one('stream-fails'),
    rule: 'L1',
    replaced: (actual) => ({ Draft: class extends (actual['Draft'] as new (...args: unknown[]) => object) { poll(): void { /* Nothing. */ } } }),
  },
  {
    name: 'what changed after it was settled is looked at again',
    file: 'wish',
    world: 'install',
    faults: one('delete'),
    rule: 'L1',
    replaced: () => ({ isUnsettled: () => false }),
  },
  {
    name: 'what the revision itself brings is waited for',
    file: 'build',
    world: 'CRD',
    faults: none,
    rule: 'L1',
    machine: tasked((task) => ({ ...task, items: task.items.map((item) => ({ ...item, brought: false, dependent: false })) })),
  },
  {
    name: 'a failure waits for the others of its phase',
    file: 'phases',
    world: 'install',
    faults: one('reject'),
    rule: 'L3',
    machine: core(hasty),
  },
];
