/**
 * A world: an API server, a record for each owner, and one or two processes that run the pure core. Everything that can happen next is a
 * transition: an answer arrives, a stream tells, a request reaches the server, a controller acts, or something goes wrong.
 */
import type { Event, InventoryEntry, ObjectView, State, Step } from '../../../../lib/engine';
import { isStillSent } from '../../../../lib/engine/core';
import { FIXED_FIELD } from '../fixed-field';
import * as api from './server/api-server';
import { PEOPLE, type Fault, type Faults } from './faults';
import { CORE, recordAfter, started, taken, type Core, type Process, type Sent, type Stream } from './process';
import { ADAPTER, perform, type Adapter } from './requests';
import { Memory } from './parts/memory';
import { nameOfParts } from './parts/names';
import { reached } from './reached';
import type { Role } from './roles';
import { changesBetween, eventOf, listOf, messagesOf, relist } from './streams';

/** What is tried in a world; everything else is fixed. */
export interface Scenario {
  readonly server: api.Server;
  readonly records: readonly (readonly InventoryEntry[])[];
  readonly roles: readonly Role[];
  /** The second process runs beside the first, or takes the extension over while the first one sleeps. @default 'beside' */
  readonly second?: 'beside' | 'takes over';
  readonly faults: Faults;
  /** The server knows what "create only" means. @default true */
  readonly createOnly?: false;
  /** A process that died is started again in the same world. */
  readonly restarts?: true;
  /** The deletion of a CRD gets stuck in the server. */
  readonly stuck?: true;
  /** For the rules: nothing at all may be written; these objects are paused; these are to live. */
  readonly quiet?: true;
  readonly paused?: readonly string[];
  readonly orphans?: readonly string[];
  /** Something that is not ours stands in the way from the start: nothing may be written. */
  readonly refused?: true;
  /** An object may cost more than one write, though nothing goes wrong. */
  readonly costly?: true;
  /** What a later run would do, where that is not what the last role does. Undefined: its end is judged as it is. @default the last role */
  readonly later?: Role | 'none';
}

/** What the processes run on; the tests take guards out of it. */
export interface Machine {
  readonly core: Core;
  readonly adapter: Adapter;
  /** Does the fence say no when the extension is lost? */
  readonly fence: { readonly write: boolean; readonly delete: boolean };
  /** What is planned is on record before the first write. */
  readonly superset: boolean;
}

/** Why a run stops that is told to. */
export const STOPPED = 'the time is up';

export const MACHINE: Machine = { core: CORE, adapter: ADAPTER, fence: { write: true, delete: true }, superset: true };

export interface World {
  readonly server: api.Server;
  readonly records: readonly (readonly InventoryEntry[])[];
  readonly processes: readonly (Process | undefined)[];
  /** For each role: objects that were as desired and ready at some time of this rollout. */
  readonly reached: readonly (readonly string[])[];
  /** Whose lock the head holds, where there is one. */
  readonly holder: number;
  readonly faults: number;
  /** Another client changed or deleted something. */
  readonly disturbed: boolean;
}

/** Something that happened, for the rules. */
export interface Happened {
  readonly label: string;
  /** Whose doing it was. */
  readonly role?: number;
  readonly event?: Event;
  /** A request of ours that the server stored, or would have stored had it not been so already. */
  readonly stored?: { readonly sent: Sent; readonly changes: readonly api.Change[] };
}

export interface Transition {
  readonly world: World;
  readonly happened: Happened;
}

export class Simulation {
  readonly locked: boolean;
  /** The core, the server and what others do are functions: the same follows from the same. */
  private readonly steps = new Memory<State, Step>();
  private readonly writes = new Memory<api.Server, ReturnType<typeof perform>>();
  private readonly deeds = new Memory<api.Server, api.Stored>();

  constructor(readonly scenario: Scenario, readonly machine: Machine = MACHINE) {
    this.locked = scenario.second === 'takes over';
  }

  start(): World {
    const { server, records, roles } = this.scenario;
    const processes = roles.map(() => undefined);
    const world = this.begin({ server, records, processes, reached: roles.map(() => []), holder: 0, faults: 0, disturbed: false }, 0);
    return this.noted(this.locked || roles.length === 1 ? world : this.begin(world, 1));
  }

  /** Everything that can happen next: first what the processes wait for, then the rest. Faults only while some are left. */
  next(world: World): readonly Transition[] {
    const result: Transition[] = [];
    world.processes.forEach((process, role) => {
      if (process !== undefined) result.push(...this.hear(world, process, role));
    });
    result.push(...this.environment(world));
    world.processes.forEach((process, role) => {
      if (process !== undefined) result.push(...this.reach(world, process, role), ...this.disturb(world, process, role));
    });
    result.push(...this.people(world));
    return result.map(({ world: next, happened }) => (isSame(next, world)
      ? { world: next, happened }
      : { world: this.noted(next), happened }));
  }

  private begin(world: World, role: number): World {
    const { record, planned } = this.scenario.roles[role] as Role;
    const before = world.records[record] ?? [];
    const process = started(this.machine.core, this.scenario.roles[role] as Role, before, this.locked);
    const known = new Set(before.map(({ ref }) => ref.kind + ref.name));
    const superset = this.machine.superset ? [...before, ...planned.filter(({ ref }) => !known.has(ref.kind + ref.name))] : before;
    return this.ended({ ...holding(world, role, process), holder: role, records: put(world.records, record, superset) }, role);
  }

  private mayFail(world: World, kind: Fault): boolean {
    const { limit, kinds } = this.scenario.faults;
    return world.faults < limit && kinds.includes(kind);
  }

  private label(role: number, text: string): string {
    return this.scenario.roles.length === 1 ? text : `${this.scenario.roles[role]?.name ?? ''}: ${text}`;
  }

  private feed(world: World, role: number, process: Process, event: Event, text: string): Transition {
    const step = this.steps.of(process.state, nameOfParts(event), () => this.machine.core.step(process.state, event));
    const next = taken(process, step, this.locked);
    return { world: this.ended(holding(world, role, next), role), happened: { label: this.label(role, text), role, event } };
  }

  /** A run that has ended puts on record how. Where a process may die it takes a moment. */
  private ended(world: World, role: number): World {
    const process = world.processes[role];
    return process?.life === 'over' && !this.mayFail(world, 'crash') ? this.concluded(world, role, process) : world;
  }

  private concluded(world: World, role: number, process: Process): World {
    const { record } = this.scenario.roles[role] as Role;
    const holds = !this.locked || world.holder === role;
    const dryRun = process.state.task.dryRun;
    const done: Process = { ...process, life: 'done', waiting: [], answers: [], streams: [] };
    return {
      ...world, processes: put(world.processes, role, done),
      records: holds && !dryRun ? put(world.records, record, recordAfter(process)) : world.records,
    };
  }

  /** What a process hears, or does by itself. */
  private hear(world: World, process: Process, role: number): readonly Transition[] {
    if (process.life === 'over') {
      return [{ world: this.concluded(world, role, process), happened: { label: this.label(role, 'puts the end on record') } }];
    }
    if (process.life !== 'running') return [];
    const result: Transition[] = [];
    const { answers, streams, fence, waiting, state } = process;
    answers.forEach((event, index) => result.push(this.feed(world, role, { ...process, answers: without(answers, index) }, event, `answer ${describe(event)}`)));
    streams.forEach((stream, index) => result.push(...this.tell(world, process, role, stream, index)));
    if (fence !== undefined) {
      const { fence: _fence, ...asked } = process;
      const held = this.holds(world, role, 'delete');
      result.push(this.feed(world, role, { ...asked, proven: held }, {
        type: 'fence',
        id: fence,
        held,
        message: 'taken over',
      }, `the fence says ${held ? 'yes' : 'no'}`));
    }
    waiting.forEach((request, index) => result.push(this.pass(world, { ...process, waiting: without(waiting, index) }, role, request)));
    const { deadline, ...rest } = process;
    if (deadline !== undefined && deadline === state.finishing?.mark) {
      result.push(this.feed(world, role, { ...rest, late: true }, { type: 'deadline', mark: deadline }, 'the time to finish is up'));
    } else if (deadline !== undefined && deadline === state.progress?.mark && state.ending !== true && state.stopping === undefined) {
      result.push(this.feed(world, role, rest, { type: 'deadline', mark: deadline }, 'the deadline passes'));
    }
    return result;
  }

  private holds(world: World, role: number, before: 'write' | 'delete'): boolean {
    return !this.locked || world.holder === role || !this.machine.fence[before];
  }

  /** Its delay is over, and what writes passes the fence. */
  private pass(world: World, process: Process, role: number, request: Sent): Transition {
    const { type } = request.request;
    const before = type === 'replace' ? 'delete' : 'write';
    const isFenced = before === 'delete' || ((type === 'create' || type === 'update' || type === 'merge') && !process.proven);
    const unsent: Event = { type: 'answer', id: request.id, key: request.key, request: type, answer: { type: 'unsent' } };
    const isEnding = process.state.stopping !== undefined || process.state.ending === true;
    if (isEnding && !isStillSent(process.state, request.key, type)) {
      return this.feed(world, role, process, unsent, `${type} ${request.key} is dropped`);
    }
    if (isFenced && !this.holds(world, role, before)) {
      const stopped = this.feed(world, role, process, { type: 'stop', reason: 'taken over' }, `${type} ${request.key}: the fence says no`);
      const after = stopped.world.processes[role] as Process;
      return after.life === 'running' ? { ...this.feed(stopped.world, role, after, unsent, ''), happened: stopped.happened } : stopped;
    }
    const next = { ...process, proven: process.proven || isFenced, sent: [...process.sent, request] };
    return { world: holding(world, role, next), happened: { label: this.label(role, `${type} ${request.key} is sent`) } };
  }

  private tell(world: World, process: Process, role: number, stream: Stream, index: number): readonly Transition[] {
    const { id, observe } = stream.scope;
    const replace = (next: Stream): Process => ({ ...process, streams: process.streams.map((other, at) => (at === index ? next : other)) });
    const gone: Process = { ...process, streams: without(process.streams, index) };
    const fail = (kind: Fault, problem: { forbidden: boolean; unserved: boolean }): Transition[] => !this.mayFail(world, kind) ? [] : [
      this.feed({ ...world, faults: world.faults + 1 }, role, gone, {
        type: 'scope-failed',
        scope: id,
        message: kind,
        ...problem,
      }, `stream ${id}: ${kind}`),
    ];
    const failures = [
      ...fail('forbidden', { forbidden: true, unserved: false }),
      ...fail('stream-fails', { forbidden: false, unserved: false }),
    ];
    if (!stream.open) {
      if (!api.isServed(world.server, observe.kind)) {
        return [this.feed(world, role, gone, {
          type: 'scope-failed',
          scope: id,
          message: 'not served',
          forbidden: false,
          unserved: true,
        }, `stream ${id}: not served`)];
      }
      const opened = (from: api.Server): Process => {
        const queue = [...listOf(from, stream), ...changesBetween(from, world.server, stream)];
        return replace({ ...stream, open: true, queue });
      };
      const stale = this.mayFail(world, 'stale-list') && this.scenario.server.version !== world.server.version
        ? [{
          world: this.seenBefore(holding(world, role, opened(this.scenario.server), 1), role),
          happened: { label: this.label(role, `stream ${id} opens with an old state`) },
        }]
        : [];
      const fresh = { world: holding(world, role, opened(world.server)), happened: { label: this.label(role, `stream ${id} opens`) } };
      return [fresh, ...stale, ...failures];
    }
    const [message, ...queue] = stream.queue;
    const cut = this.mayFail(world, 'cut')
      ? [{
        world: holding(world, role, replace({ ...stream, queue: relist(stream, world.server) }), 1),
        happened: { label: this.label(role, `stream ${id} is cut`) },
      }]
      : [];
    if (message === undefined) return [...failures, ...cut];
    const text = `stream ${id}: ${message.type}`;
    const told = this.feed(world, role, replace({ ...stream, queue }), eventOf(this.scenario.roles[role] as Role, id, message), text);
    const again = this.mayFail(world, 'repeat-event')
      ? [this.feed({ ...world, faults: world.faults + 1 }, role, replace({ ...stream, queue: [...queue, message] }), eventOf(this.scenario.roles[role] as Role, id, message), `${text}, and once more later`)]
      : [];
    return [told, ...again, ...failures, ...cut];
  }

  /** Requests of a process reach the server. */
  private reach(world: World, process: Process, role: number): readonly Transition[] {
    return process.sent.flatMap((request, index) => {
      const rest = { ...process, sent: without(process.sent, index) };
      const isLate = process.life === 'dead' || process.life === 'done';
      const lost = isLate ? [{
        world: holding(world, role, rest),
        happened: { label: this.label(role, `${request.request.type} ${request.key} is never done`) },
      }] : [];
      return [...this.serve(world, rest, role, request), ...lost];
    });
  }

  private serve(world: World, process: Process, role: number, sent: Sent): readonly Transition[] {
    const { id, key, request } = sent;
    const adapter = { ...this.machine.adapter, createOnly: this.machine.adapter.createOnly && this.scenario.createOnly !== false };
    const written = this.writes.of(world.server, `${role}/${nameOfParts({ ...sent, id: 0 })}`, () => (
      perform(world.server, this.scenario.roles[role] as Role, process, key, request, adapter)
    ));
    const text = this.label(role, `${request.type} ${key}`);
    const answered = (from: World, value: Extract<Event, { type: 'answer' }>['answer'], by = from.processes[role] ?? process): World => {
      const answers: readonly Event[] = by.life === 'running' || by.life === 'asleep' ? [
        ...by.answers,
        { type: 'answer', id, key, request: request.type, answer: value },
      ] : by.answers;
      return holding(from, role, { ...by, answers });
    };
    const plain = holding(world, role, process);
    const failed = holding(world, role, process, 1);
    const isRead = request.type === 'read';
    const isWrite = !isRead && request.type !== 'dry-run' && request.type !== 'trial';
    const result: Transition[] = [];
    const fault = (kind: Fault, value: Parameters<typeof answered>[1]): void => {
      if (this.mayFail(world, kind)) result.push({ world: answered(failed, value), happened: { label: `${text}: ${kind}` } });
    };
    if (process.life !== 'dead' && process.life !== 'done') {
      if (!isRead) fault('conflict', refused(409, 'Conflict'));
      fault('busy', refused(429, 'TooManyRequests'));
      fault('broken', refused(500, 'InternalError'));
      if (!isRead && request.type !== 'delete' && request.type !== 'replace' && request.type !== 'release') {
        fault('reject', refused(422, 'Invalid'));
      }
      fault('lost-before', { type: 'lost', message: 'connection reset' });
    }
    if (written === 'gone' || written === 'unserved') {
      return [{ world: answered(plain, { type: written }), happened: { label: `${text}: ${written}` } }, ...result];
    }
    if (written === 'conflict') {
      return [{ world: answered(plain, refused(409, 'Conflict')), happened: { label: `${text}: refused` } }, ...result];
    }
    if (written === 'fixed') {
      return [{ world: answered(plain, FIXED_FIELD), happened: { label: `${text}: cannot be changed in place` } }, ...result];
    }
    const by = !isWrite ? process : {
      ...process,
      wrote: [...process.wrote, `${request.type} ${key}${written.changes.length === 0 ? ' in vain' : ''}`].sort(),
    };
    const changed = isWrite ? this.changed(holding(world, role, by), written) : plain;
    const stored = isWrite ? { role, stored: { sent, changes: written.changes } } : { role };
    const view = written.object === undefined ? undefined : (this.scenario.roles[role] as Role).view(written.object);
    const value = answerOf(request.type, view);
    result.unshift({ world: answered(changed, value), happened: { label: text, ...stored } });
    if (isWrite && this.mayFail(world, 'lost-after')) {
      result.push({
        world: answered({ ...changed, faults: world.faults + 1 }, { type: 'lost', message: 'connection reset' }),
        happened: { label: `${text}: lost after`, ...stored },
      });
    }
    if (isWrite && this.mayFail(world, 'repeat-request')) {
      const again = changed.processes[role] as Process;
      const twice = holding(changed, role, { ...again, sent: [...again.sent, sent], wrote: [...again.wrote, `repeated ${key}`] }, 1);
      result.push({ world: answered(twice, value), happened: { label: `${text}, and once more later`, ...stored } });
    }
    return result;
  }

  /** Controllers and the API server itself. */
  private environment(world: World): readonly Transition[] {
    return [...world.server.objects].flatMap(([key, { kind }]) => [
      ...(kind === 'Widget' || kind === api.CRD_KIND
        ? this.act(world, `${key} becomes ready`, () => api.others.makeReady(world.server, key))
        : []),
      ...this.act(world, `${key} loses its finalizer`, () => api.others.finish(world.server, key, this.scenario.stuck === true)),
    ]);
  }

  private people(world: World): readonly Transition[] {
    return PEOPLE.flatMap((kind) => {
      if (!this.mayFail(world, kind)) return [];
      const failed = { ...world, faults: world.faults + 1, disturbed: true };
      return [...world.server.objects.keys()].flatMap((key) => this.act(failed, `somebody: ${kind} ${key}`, () => api.others[kind](world.server, key)));
    });
  }

  /** A process dies, is started again, stops, sleeps, wakes. */
  private disturb(world: World, process: Process, role: number): readonly Transition[] {
    const change = (next: Process, faults: number, label: string): Transition => ({
      world: holding(world, role, next, faults),
      happened: { label: this.label(role, label) },
    });
    const result: Transition[] = [];
    const { life, sent } = process;
    if ((life === 'running' || life === 'over') && this.mayFail(world, 'crash')) {
      result.push(change({ ...process, life: 'dead', waiting: [], answers: [], streams: [] }, 1, 'crash'));
    }
    if (life === 'running' && this.mayFail(world, 'stop') && process.state.stopping === undefined) {
      result.push(this.feed({ ...world, faults: world.faults + 1 }, role, process, { type: 'stop', reason: STOPPED, orderly: true }, 'it is stopped'));
    }
    // The lock of a process that died is free; one that another holds is not.
    const isFree = !this.locked || world.holder === role || ['dead', 'done'].includes(world.processes[1 - role]?.life ?? 'done');
    if (life === 'dead' && sent.length === 0 && isFree && this.scenario.restarts === true) {
      result.push({ world: this.begin(world, role), happened: { label: this.label(role, 'starts again') } });
    }
    if (!this.locked || role !== 0) return result;
    if (life === 'running' && this.mayFail(world, 'sleep')) {
      result.push(change({ ...process, life: 'asleep', proven: false }, 1, 'falls asleep'));
    }
    // Its lock expires after a minute: what it had sent has been done by then.
    if (life === 'asleep' && sent.length === 0 && world.processes[1] === undefined) {
      result.push({ world: this.begin(world, 1), happened: { label: this.label(1, 'takes over') } });
    }
    if (life === 'asleep' && world.processes[1] !== undefined) result.push(change({ ...process, life: 'running' }, 0, 'wakes up'));
    return result;
  }

  private act(world: World, label: string, act: () => api.Stored): readonly Transition[] {
    const stored = this.deeds.of(world.server, label, act);
    return stored.changes.length === 0 ? [] : [{ world: this.changed(world, stored), happened: { label } }];
  }

  /** The server has changed: every open stream will tell. */
  private changed(world: World, { server, changes }: api.Stored): World {
    const told = (stream: Stream): Stream => {
      const messages = stream.open ? changes.flatMap((change) => messagesOf(change, stream)) : [];
      return messages.length === 0 ? stream : { ...stream, queue: [...stream.queue, ...messages] };
    };
    const processes = world.processes.map((process) => {
      return process === undefined || process.streams.length === 0 ? process : { ...process, streams: process.streams.map(told) };
    });
    return { ...world, server, processes };
  }

  /** A list from a cache that is behind: what was as desired before this rollout began counts, too, for nothing else can be known. */
  private seenBefore(world: World, index: number): World {
    const before = { ...world, server: this.scenario.server };
    return { ...world, reached: this.scenario.roles.map((role, at) => (at === index ? reached(before, role, at) : world.reached[at] ?? [])) };
  }

  private noted(world: World): World {
    const noted = this.scenario.roles.map((role, index) => reached(world, role, index));
    return noted.every((keys, index) => keys === world.reached[index]) ? world : { ...world, reached: noted };
  }
}

/** Nothing in it could be reached by this. */
function isSame({ server, processes }: World, before: World): boolean {
  return server === before.server
    && processes.every((process, index) => (process === undefined) === (before.processes[index] === undefined));
}

function refused(code: number, reason: string): Extract<Extract<Event, { type: 'answer' }>['answer'], { type: 'refused' }> {
  return { type: 'refused', status: { code, reason, message: reason, causes: [] } };
}

/** What a process is told of an object that the server has stored, shown, or would store. */
function answerOf(request: Sent['request']['type'], view: ObjectView | undefined): Extract<Event, { type: 'answer' }>['answer'] {
  if (view === undefined) return { type: 'gone' };
  return request === 'dry-run' || request === 'trial' ? { type: 'accepted' } : { type: 'object', created: request === 'create', view };
}

function holding(world: World, role: number, process: Process, faults = 0): World {
  return { ...world, faults: world.faults + faults, processes: put(world.processes, role, process) };
}

function put<T>(list: readonly T[], index: number, value: T): readonly T[] {
  return list.map((other, at) => (at === index ? value : other));
}

function without<T>(list: readonly T[], index: number): readonly T[] {
  return list.filter((_, at) => at !== index);
}

function describe(event: Event): string {
  return event.type === 'answer' ? `${event.request} ${event.key} ${event.answer.type}` : event.type;
}
