/**
 * A world of revisions: an API server with the revisions of one extension and their objects, the replicas that may lead, people, and the
 * garbage collector. `next` gives everything that may happen next.
 */
import { refOf, type KubeObject } from '../../../../../lib/api';
import type { Answer } from '../../../../../lib/engine';
import {
  create, EMPTY, isWrite, keyOf, perform, refused, remove, textOf, waste, type Request, type Result, type Server,
} from '../api-server';
import type { Searched } from '../explore';
import { named } from '../names';
import { noting, shown, stepOf, versionOf, type Cache, type Moment, type Step } from '../turn';
import type { Next, Process, World } from './model';
import { PARTS, revisionTurn, type Memory, type Parts } from './revision-turn';
import { check, judge } from './rules';

export const KIND = 'ClusterExtensionRevision';

export type Fault = 'lost-after' | 'lost-before' | 'refuse' | 'crash';

/** What a person does, at any time after the one before. */
export interface Act {
  readonly name: string;
  readonly on: (server: Server) => Result;
}

export interface Setting {
  readonly start: readonly KubeObject[];
  readonly script: readonly Act[];
  readonly faults: { readonly limit: number; readonly kinds: readonly Fault[] };
  readonly parts?: Partial<Parts>;
}

type Reached = Step & { readonly memory: Memory };

const LOST: Answer = { type: 'lost', message: 'no answer' };

export class Simulation implements Searched<World, Next> {
  readonly check = check;
  private readonly steps = new Map<string, Promise<Reached>>();

  constructor(private readonly setting: Setting) {}

  start(): World {
    const server = this.setting.start.reduce((before, object) => create(before, object).server, EMPTY);
    return { server, process: begun(server), acts: 0, faults: 0 };
  }

  nameOf({ server, process: { cache, stream, due, memory, turn }, acts, faults }: World): string {
    const underWay = turn === undefined ? '' : `${turn.name} ${named(turn.memory)} ${turn.moments.map(nameOfMoment).join()} ${named(turn.pending)}`;
    return [named(server.objects), named(cache), stream.map(named).join(), due.join(), named(memory), underWay, acts, faults].join('|');
  }

  async next(world: World): Promise<readonly Next[]> {
    const { script, faults: { limit, kinds } } = this.setting;
    const { process, server } = world;
    const may = (fault: Fault): boolean => world.faults < limit && kinds.includes(fault);
    const act = script[world.acts];
    const all: Next[] = [];
    if (act !== undefined) all.push({ world: { ...told(world, act.on(server)), acts: world.acts + 1 }, label: act.name, isFault: false });
    for (const object of waste(server)) {
      all.push({ world: told(world, remove(server, refOf(object), {})), label: `${object.metadata.name ?? ''} is collected`, isFault: false });
    }
    const { turn } = process;
    all.push(...seeing(world));
    if (turn === undefined) all.push(...(await this.begun(world)));
    else all.push(...(await this.answered(world, turn, may)));
    if (may('crash')) {
      all.push(crashed(world, 'another process leads'));
      if (turn !== undefined && isWrite(turn.pending)) all.push(crashed(world, `another process leads after ${textOf(turn.pending)}`, turn.pending));
    }
    return all;
  }

  judge(world: World): Promise<ReturnType<typeof judge>> {
    return Promise.resolve(judge(world));
  }

  private async begun(world: World): Promise<readonly Next[]> {
    const { process } = world;
    const all: Next[] = [];
    for (const name of process.due) {
      const due = process.due.filter((one) => one !== name);
      const moments = [{ cache: process.cache }];
      const after = await this.goOn({ ...world, process: { ...process, due } }, name, process.memory, moments);
      all.push({ world: after, label: `a turn of ${name}`, isFault: false });
    }
    return all;
  }

  private async answered(world: World, turn: NonNullable<Process['turn']>, may: (fault: Fault) => boolean): Promise<readonly Next[]> {
    const { pending, name, memory, moments } = turn;
    const result = perform(world.server, pending);
    const answer = async (given: Answer, isDone: boolean, isFault: boolean, how: string): Promise<Next> => {
      const base = isDone ? told(world, result) : world;
      const { turn: _turn, ...process } = base.process;
      const begin = { ...base, process, faults: base.faults + (isFault ? 1 : 0) };
      const after = await this.goOn(begin, name, memory, [...moments, { cache: process.cache, answer: given }]);
      return { world: after, label: `${textOf(pending)}${how}`, isFault, ...(isDone ? { done: pending } : {}) };
    };
    const all = [await answer(result.answer, true, false, '')];
    if (may('lost-after') && isWrite(pending)) all.push(await answer(LOST, true, true, ', the answer is lost'));
    if (may('lost-before')) all.push(await answer(LOST, false, true, ' is lost'));
    if (may('refuse')) all.push(await answer(refused(500, 'InternalError'), false, true, ' is refused'));
    return all;
  }

  private async goOn(world: World, name: string, memory: Memory, moments: readonly Moment[]): Promise<World> {
    const key = `${name} ${named(memory)} ${moments.map(nameOfMoment).join(' ')}`;
    let found = this.steps.get(key);
    if (found === undefined) this.steps.set(key, (found = this.stepOf(name, memory, moments)));
    const step = await found;
    if (step.type === 'end' && step.error?.includes('\n    at ') === true) throw new Error(step.error);
    const process = step.notes.reduce(noted, world.process);
    if (step.type === 'request') return { ...world, process: { ...process, turn: { name, memory, moments, pending: step.request } } };
    const more = step.isAgain ? [name] : [];
    return { ...world, process: { ...process, memory: step.memory, due: [...new Set([...process.due, ...more])].sort() } };
  }

  private async stepOf(name: string, memory: Memory, moments: readonly Moment[]): Promise<Reached> {
    const own: Memory = new Map(memory);
    const parts = { ...PARTS, ...this.setting.parts };
    const step = await stepOf(({ lane, cacheOf }) => {
      const cache = cacheOf(KIND);
      return revisionTurn(name, { lane, revisions: () => cache.list(), note: (object) => cache.note(object), memory: own }, parts);
    }, moments);
    return { ...step, memory: own };
  }
}

/** @param done what the process had sent is done by then */
function crashed(world: World, label: string, done?: Request): Next {
  const server = done === undefined ? world.server : perform(world.server, done).server;
  const after = { ...world, server, process: begun(server), faults: world.faults + 1 };
  return { world: after, label, isFault: true, ...(done === undefined ? {} : { done }) };
}

/** What its stream shows next, be it in the middle of a turn. */
function seeing(world: World): readonly Next[] {
  const { process } = world;
  const [change, ...stream] = process.stream;
  if (change === undefined) return [];
  const cache = shown(process.cache, change.key, change.after);
  // What becomes of one concerns the others.
  const due = [...new Set([...process.due, ...names(cache)])].sort();
  return [{ world: { ...world, process: { ...process, cache, stream, due } }, label: `it sees ${change.key}`, isFault: false }];
}

function names({ objects }: Cache): readonly string[] {
  return [...objects.values()].filter(({ kind }) => kind === KIND).map(({ metadata: { name = '' } }) => name);
}

/** A process that begins to lead: it has seen everything, and remembers nothing. */
function begun({ objects }: Server): Process {
  const revisions = new Map([...objects].filter(([, { kind }]) => kind === KIND));
  return { cache: { objects: revisions }, stream: [], due: names({ objects: revisions }), memory: new Map() };
}

function told(world: World, { server, changes }: Result): World {
  const stream = [...world.process.stream, ...changes.filter(({ key }) => key.startsWith(`${KIND}/`))];
  return { ...world, server, process: { ...world.process, stream } };
}

/** What a write has answered is known at once, and wakes the others; what the stream shows of that object until then is passed over. */
function noted(process: Process, object: KubeObject): Process {
  const cache = noting(process.cache, object);
  if (cache === process.cache) return process;
  const key = keyOf(refOf(object));
  const stream = process.stream.filter((change) => change.key !== key || change.after === undefined || versionOf(change.after) > versionOf(object));
  return { ...process, cache, stream, due: names(cache) };
}

function nameOfMoment({ cache, answer }: Moment): string {
  return `${named(cache)}:${answer === undefined ? '' : named(answer)}`;
}
