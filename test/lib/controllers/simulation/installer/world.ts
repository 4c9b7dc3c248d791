/**
 * A world of the installer: an API server, one ClusterExtension, the replicas that may reconcile it, and what people, catalogs, the
 * controller of revisions and the garbage collector do meanwhile. `next` gives everything that may happen next.
 */
import { refOf, type KubeObject } from '../../../../../lib/api';
import type { Answer } from '../../../../../lib/engine';
import {
  create, edit, EMPTY, isWrite, keyOf, perform, refused, remove, textOf, waste, type Request, type Result, type Server,
} from '../api-server';
import { named } from '../names';
import { isRollout, KINDS, rolledOut, stuck, takenDown } from './objects';
import type { Searched } from '../explore';
import type { Replica, Transition, World } from './model';
import { check, judge, type Checked } from './rules';
import { noting, shown, stepOf, versionOf, type Cache, type Moment, type Step, type Workplace } from '../turn';

export type Fault =
  /** The answer is lost, and the request was done, or was not. */
  | 'lost-after' | 'lost-before'
  /** The server refuses once. */
  | 'refuse'
  /**
   * The process dies, or another one leads and the fence lets this one send nothing more. What it had sent is done by then, or never is.
   * Without the fence the old one goes on.
   */
  | 'crash'
  /** The same, and what it had sent is done at any later time. */
  | 'late'
  /** A rollout does not come up. */
  | 'stuck'
  /** Another client makes a revision of the next number. */
  | 'squat';

/** What people and catalogs do, one after the other, at any time. */
export interface Act {
  readonly name: string;
  /** The version that the extension should have from then on; `gone`: nothing of it should be there. */
  readonly wish?: string;
  readonly on: (world: World) => Result;
  readonly catalog?: number;
  /** Not before. @default at any time */
  readonly when?: (world: World) => boolean;
}

export interface Setting {
  /** How the world begins. */
  readonly start: readonly KubeObject[];
  readonly wish: string;
  readonly script: readonly Act[];
  readonly faults: { readonly limit: number; readonly kinds: readonly Fault[] };
  /** A turn of the extension; of the catalog that the world has then. */
  readonly turn: (catalog: number) => (place: Workplace) => Promise<{ readonly againInMs?: number } | void>;
  /** Extensions that have a turn because of a Secret. */
  readonly wokenBy: (secret: KubeObject, cache: Cache) => readonly string[];
  readonly machine: Machine;
  /** Upgrades wait for approval. */
  readonly isManual: boolean;
}

/** What stands around the turns, and can be taken out. */
export interface Machine {
  /** A process that does not lead sends no writes. */
  readonly fence: boolean;
  /** What a write has answered is in the cache at once. */
  readonly notes: boolean;
  /** A request on its way. */
  readonly sending: (request: Request) => Request;
}

export const MACHINE: Machine = { fence: true, notes: true, sending: (request) => request };

const LOST: Answer = { type: 'lost', message: 'no answer' };

export class Simulation implements Searched<World, Transition> {
  readonly nameOf = nameOf;

  private readonly steps = new Map<string, Promise<Step>>();

  constructor(readonly setting: Setting) {}

  start(): World {
    const { start, wish } = this.setting;
    const server = start.reduce((before, object) => create(before, object).server, EMPTY);
    return { server, catalog: 0, replicas: [replica(server)], acts: 0, faults: 0, wishes: [wish], answered: -1, approved: [] };
  }

  async next(world: World): Promise<readonly Transition[]> {
    const { faults: { limit, kinds } } = this.setting;
    const may = (fault: Fault): boolean => world.faults < limit && kinds.includes(fault);
    const all = [...this.acts(world), ...this.others(world, may)];
    for (const [index, one] of world.replicas.entries()) {
      all.push(...(await this.ofReplica(world, index, one, may)));
    }
    return all;
  }

  check(before: World, next: Transition): Checked {
    return check(before, next, this.setting.isManual);
  }

  async judge(world: World): Promise<Checked['bad']> {
    return judge(world) ?? this.restless(world);
  }

  /** One turn more, of a process that has just begun. */
  private async restless(world: World): Promise<Checked['bad']> {
    const { cache, ...fresh } = replica(world.server);
    const again = await this.goOn({ ...fresh, cache, due: false, moments: [{ cache }] }, world.catalog);
    return again.pending === undefined ? undefined : { rule: 'I7', what: `a process that begins sends ${textOf(again.pending)}` };
  }

  private acts(world: World): readonly Transition[] {
    const act = this.setting.script[world.acts];
    if (act === undefined || act.when?.(world) === false) return [];
    const result = act.on(world);
    const { wish, catalog } = act;
    const wishes = wish === undefined || wish === world.wishes.at(-1) ? world.wishes : [...world.wishes, wish];
    const after = told({ ...world, acts: world.acts + 1, wishes, ...(catalog === undefined ? {} : { catalog }) }, result);
    const replicas = catalog === undefined ? after.replicas : after.replicas.map((one) => ({ ...one, due: true }));
    return [{ world: { ...after, replicas }, label: act.name, isFault: false }];
  }

  /** The controller of revisions and the garbage collector: as the other simulations and tests show them to be. */
  private others(world: World, may: (fault: Fault) => boolean): readonly Transition[] {
    const { server } = world;
    const transition = (label: string, result: Result, isFault = false): Transition => {
      const after = told(world, result);
      return { world: isFault ? { ...after, faults: world.faults + 1 } : after, label, isFault };
    };
    const all: Transition[] = [];
    for (const [key, object] of server.objects) {
      if (object.kind !== 'ClusterExtensionRevision' || !isRollout(object)) continue;
      const done = rolledOut(server, object);
      if (done !== undefined) all.push(transition(`${key} is rolled out`, done));
      if (may('stuck') && done !== undefined && key.endsWith('-1')) all.push(transition(`${key} does not come up`, edit(server, key, stuck), true));
      if (object.metadata.deletionTimestamp !== undefined) all.push(transition(`${key} is taken down`, edit(server, key, takenDown)));
    }
    for (const object of waste(server)) {
      const ref = refOf(object);
      all.push(transition(`${ref.kind} ${ref.name} is collected`, remove(server, ref, {})));
    }
    return all;
  }

  private async ofReplica(world: World, index: number, one: Replica, may: (fault: Fault) => boolean): Promise<readonly Transition[]> {
    const set = (after: Replica): World => ({ ...world, replicas: world.replicas.map((other, at) => (at === index ? after : other)) });
    const name = `replica ${index + 1}`;
    if (one.life === 'gone') return [];
    if (one.life === 'late') return this.late(world, index, one);
    const all: Transition[] = [];
    // In the middle of a turn it makes no difference: what a turn looks at, it looks at when it begins.
    for (const [kind, changes] of one.pending === undefined ? Object.entries(one.streams) : []) {
      const [first, ...rest] = changes;
      if (first === undefined) continue;
      const cache = shown(one.cache, first.key, first.after);
      const due = one.due || kind !== 'Secret' || (first.after !== undefined && this.setting.wokenBy(first.after, cache).length > 0);
      const streams = { ...one.streams, [kind]: rest };
      all.push({ world: set({ ...one, cache, due, streams }), label: `${name} sees ${first.key}`, isFault: false });
    }
    if (one.pending === undefined && one.due) {
      const begun = await this.goOn({ ...one, due: false, moments: [{ cache: one.cache }] }, world.catalog);
      all.push({ world: set(begun), label: `${name} begins a turn`, isFault: false });
    }
    if (one.pending !== undefined) all.push(...(await this.ofRequest(world, index, one.pending, may)));
    if (one.life === 'leading') all.push(...this.succeeded(world, one, set, may));
    if (one.life === 'unaware' && one.pending === undefined) all.push({ world: set(GONE), label: `${name} ends`, isFault: false });
    return all;
  }

  /** Another replica leads. */
  private succeeded(
    world: World, { pending, ...one }: Replica, set: (after: Replica) => World, may: (fault: Fault) => boolean,
  ): readonly Transition[] {
    const sent = pending !== undefined && isWrite(pending) ? pending : undefined;
    const follow = (label: string, old: Replica, result?: Result): Transition => {
      const before = set(old);
      const after = result === undefined ? before : told(before, result);
      const replicas = [...after.replicas, replica(after.server)];
      return {
        world: { ...after, faults: world.faults + 1, replicas }, label: `another replica leads${label}`, isFault: true,
        ...(result === undefined ? {} : { done: sent as Request }),
      };
    };
    const all: Transition[] = [];
    if (may('crash') && !this.setting.machine.fence) {
      return [follow(', and the old one goes on', { ...one, life: 'unaware', ...(pending === undefined ? {} : { pending }) })];
    }
    if (may('crash')) all.push(follow('', GONE));
    if (may('crash') && sent !== undefined) all.push(follow(` after ${textOf(sent)}`, GONE, perform(world.server, sent)));
    if (may('late') && sent !== undefined) all.push(follow(`; ${textOf(sent)} is on its way`, { ...GONE, life: 'late', pending: sent }));
    return all;
  }

  private late(world: World, index: number, one: Replica): readonly Transition[] {
    const request = one.pending as Request;
    const gone: World = { ...world, replicas: world.replicas.map((other, at) => (at === index ? GONE : other)) };
    return [
      { world: gone, label: `what replica ${index + 1} had sent is never done`, isFault: false },
      {
        world: told(gone, perform(world.server, request)), label: `${textOf(request)} of replica ${index + 1} arrives late`,
        isFault: false, done: request,
      },
    ];
  }

  private async ofRequest(
    world: World, index: number, sent: Request, may: (fault: Fault) => boolean,
  ): Promise<readonly Transition[]> {
    const { machine } = this.setting;
    const request = machine.sending(sent);
    const name = `replica ${index + 1}: ${textOf(request)}`;
    const result = perform(world.server, request);
    const answered = async (answer: Answer, isDone: boolean, isFault: boolean, how: string): Promise<Transition> => {
      const base = isDone ? told(world, result) : world;
      const now = base.replicas[index] as Replica;
      const { pending: _pending, ...idle } = now;
      const after = await this.goOn({ ...idle, moments: [...now.moments, { cache: now.cache, answer }] }, world.catalog);
      const replicas = base.replicas.map((other, at) => (at === index ? after : other));
      const label = `${name}${how}`;
      const faults = base.faults + (isFault ? 1 : 0);
      return { world: { ...base, replicas, faults }, label, isFault, ...(isDone ? { done: request } : {}) };
    };
    const all = [await answered(result.answer, true, false, '')];
    if (may('lost-after') && isWrite(request)) all.push(await answered(LOST, true, true, ', the answer is lost'));
    if (may('lost-before')) all.push(await answered(LOST, false, true, ' is lost'));
    if (may('refuse')) all.push(await answered(refused(500, 'InternalError'), false, true, ' is refused'));
    return all;
  }

  /** Until the turn asks for something, or ends. */
  private async goOn(one: Replica, catalog: number): Promise<Replica> {
    const step = await this.stepOf(one.moments, catalog);
    const after = this.setting.machine.notes ? step.notes.reduce(noted, one) : one;
    const due = one.due || step.notes.length > 0;
    if (step.type === 'request') return { ...after, due, pending: step.request };
    // An error is tried again; what failed otherwise is a mistake of the simulation.
    if (step.error !== undefined && step.error.includes('\n    at ')) throw new Error(step.error);
    return { ...after, due: due || step.isAgain, moments: [] };
  }

  private stepOf(moments: readonly Moment[], catalog: number): Promise<Step> {
    const name = `${catalog} ${moments.map(nameOfMoment).join(' ')}`;
    let step = this.steps.get(name);
    if (step === undefined) this.steps.set(name, (step = stepOf(this.setting.turn(catalog), moments)));
    return step;
  }
}

const GONE: Replica = { life: 'gone', cache: { objects: new Map() }, streams: {}, due: false, moments: [] };

/** A process that begins to lead: it has seen everything. */
function replica({ objects }: Server): Replica {
  return { life: 'leading', cache: { objects }, streams: {}, due: true, moments: [] };
}

/** What a write has answered is known; what a stream shows of that object until then is older, and passed over. */
function noted(one: Replica, object: KubeObject): Replica {
  const cache = noting(one.cache, object);
  if (cache === one.cache) return one;
  const key = keyOf(refOf(object));
  const streams = { ...one.streams, [object.kind]: (one.streams[object.kind] ?? []).filter((change) => (
    change.key !== key || (change.after !== undefined && versionOf(change.after) > versionOf(object))
  )) };
  return { ...one, cache, streams };
}

/** What happened is on its way to everybody who watches. */
function told(world: World, { server, changes }: Result): World {
  const replicas = world.replicas.map((one): Replica => {
    if (one.life === 'gone' || one.life === 'late') return one;
    const streams = { ...one.streams };
    for (const change of changes) {
      const kind = change.key.slice(0, change.key.indexOf('/'));
      if (KINDS.includes(kind)) streams[kind] = [...(streams[kind] ?? []), change];
    }
    return { ...one, streams };
  });
  return { ...world, server, replicas };
}

function nameOfMoment({ cache, answer }: Moment): string {
  return `${named(cache)}:${answer === undefined ? '' : named(answer)}`;
}

function nameOfReplica({ life, cache, streams, due, moments, pending }: Replica): string {
  if (life === 'gone') return 'gone';
  if (life === 'late') return `late ${named(pending as Request)}`;
  const underWay = KINDS.map((kind) => (streams[kind] ?? []).map(named).join()).join(';');
  return [life, named(cache), underWay, due, moments.map(nameOfMoment).join(), pending === undefined ? '' : named(pending)].join('/');
}

/** Worlds of equal name have the same future. Those that are gone are not counted. */
export function nameOf({ server, catalog, replicas, acts, faults, wishes, answered, approved }: World): string {
  const living = replicas.filter(({ life }) => life !== 'gone').map(nameOfReplica);
  return [named(server.objects), catalog, acts, faults, wishes.length, answered, approved.join(), ...living].join('|');
}
