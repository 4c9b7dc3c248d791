/**
 * One run of the pure core against the model server, as a state of a transition system: requests under way, answers under way, and
 * streams with what they have not delivered yet. Every order in which these can happen is a path.
 */
import { keyOf, refOf, type KubeObject } from '../../../../lib/api';
import { begin, step, viewOf, type Built, type Event, type ObjectRequest, type ObjectView, type OwnerContext, type Request, type State, type Step } from '../../../../lib/engine';
import { selectorLabels, type Scope } from '../../../../lib/engine/task';
import * as api from './api-server';

export type Fault = 'conflict' | 'lost-before' | 'lost-after' | 'edit' | 'delete' | 'unlabel' | 'crash';

/** What is tried in a world; everything else is fixed. */
export interface Scenario {
  readonly built: Built;
  readonly context: OwnerContext;
  readonly server: api.Server;
  /** How many faults, and which. */
  readonly faults: { readonly limit: number; readonly kinds: readonly Fault[] };
}

type Message = { readonly type: 'changed'; readonly object: KubeObject } | { readonly type: 'removed'; readonly key: string; readonly version: string } | { readonly type: 'synced'; readonly version: string };

export interface Stream {
  readonly scope: Scope;
  /** The server has taken up the stream: from then on it tells every change. */
  readonly open: boolean;
  readonly queue: readonly Message[];
}

type ObjectSent = Extract<Request, { key: string }>;

export interface World {
  readonly server: api.Server;
  readonly state: State;
  /** Sent, not yet at the server. */
  readonly sent: readonly ObjectSent[];
  /** At the server, the answer is under way. */
  readonly answers: readonly Event[];
  readonly streams: readonly Stream[];
  readonly faults: number;
  readonly crashed: boolean;
}

/** Something that happened, for the invariants. */
export interface Happened {
  readonly label: string;
  readonly event?: Event;
  /** Requests that the core sent because of it. */
  readonly sent?: readonly Request[];
  /** A request of ours that the server stored. */
  readonly stored?: { readonly key: string; readonly request: ObjectRequest; readonly changes: readonly api.Change[] };
}

export interface Transition {
  readonly world: World;
  readonly happened: Happened;
}

export class Simulation {
  private readonly labels: Readonly<Record<string, string>>;
  private readonly views = new WeakMap<KubeObject, ObjectView>();

  constructor(readonly scenario: Scenario, private readonly core: { begin: typeof begin; step: typeof step } = { begin, step }) {
    this.labels = selectorLabels(scenario.built.task.labelSelector);
  }

  start(server: api.Server = this.scenario.server): Transition {
    const first = this.core.begin(this.scenario.built.task);
    const empty: World = { server, state: first.state, sent: [], answers: [], streams: [], faults: 0, crashed: false };
    return { world: this.take(empty, first), happened: { label: 'start', sent: first.requests } };
  }

  /** Everything that can happen next. Faults only while some are left. */
  next(world: World): readonly Transition[] {
    if (world.state.status !== 'running' || world.crashed) return [];
    const result: Transition[] = [];
    world.answers.forEach((event, index) => {
      result.push(this.feed({ ...world, answers: without(world.answers, index) }, event, `answer ${describe(event)}`));
    });
    world.streams.forEach((stream, index) => result.push(...this.deliver(world, stream, index)));
    world.sent.forEach((request, index) => result.push(...this.perform({ ...world, sent: without(world.sent, index) }, request)));
    for (const key of world.server.objects.keys()) {
      if (kindOf(key) === 'Widget') result.push(...this.act(world, `${key} becomes ready`, api.others.makeReady(world.server, key)));
      result.push(...this.act(world, `${key} loses its finalizer`, api.others.finish(world.server, key)));
    }
    if (this.mayFail(world, 'crash')) result.push({ world: { ...world, crashed: true, faults: world.faults + 1 }, happened: { label: 'crash' } });
    for (const kind of ['edit', 'delete', 'unlabel'] as const) {
      if (!this.mayFail(world, kind)) continue;
      const failed = { ...world, faults: world.faults + 1 };
      for (const key of world.server.objects.keys()) result.push(...this.act(failed, `somebody: ${kind} ${key}`, api.others[kind](world.server, key)));
    }
    return result;
  }

  view(object: KubeObject): ObjectView {
    let view = this.views.get(object);
    if (view === undefined) {
      const desired = this.scenario.built.desired.get(keyOf(refOf(object)));
      view = viewOf(object, { context: this.scenario.context, probe, labels: this.labels, ...(desired === undefined ? {} : { desired }) });
      this.views.set(object, view);
    }
    return view;
  }

  private mayFail(world: World, kind: Fault): boolean {
    const { limit, kinds } = this.scenario.faults;
    return world.faults < limit && kinds.includes(kind);
  }

  private feed(world: World, event: Event, label: string): Transition {
    const next = this.core.step(world.state, event);
    return { world: this.take({ ...world, state: next.state }, next), happened: { label, event, sent: next.requests } };
  }

  private take(world: World, { requests }: Step): World {
    const sent = [...world.sent];
    const answers = [...world.answers];
    const streams = [...world.streams];
    for (const request of requests) {
      if ('observe' in request) streams.push({ scope: request.observe, open: false, queue: [] });
      else if ('commit' in request) answers.push({ type: 'committed' });
      else if ('fence' in request) answers.push({ type: 'fence', id: request.id, held: true, message: '' });
      else sent.push(request);
    }
    return { ...world, sent, answers, streams };
  }

  private deliver(world: World, stream: Stream, index: number): readonly Transition[] {
    const replace = (next: Stream): World => ({ ...world, streams: world.streams.map((other, at) => (at === index ? next : other)) });
    if (!stream.open) {
      const objects = [...world.server.objects.values()].filter((object) => this.selects(stream.scope, object));
      const queue: Message[] = [...objects.map((object): Message => ({ type: 'changed', object })), { type: 'synced', version: String(world.server.version) }];
      return [{ world: replace({ ...stream, open: true, queue }), happened: { label: `stream ${stream.scope.id} opens` } }];
    }
    const [message, ...queue] = stream.queue;
    if (message === undefined) return [];
    return [this.feed(replace({ ...stream, queue }), this.eventOf(stream.scope.id, message), `stream ${stream.scope.id}: ${message.type}`)];
  }

  private eventOf(scope: number, message: Message): Event {
    if (message.type === 'synced') return { type: 'synced', scope, resourceVersion: message.version };
    if (message.type === 'removed') return { type: 'vanished', key: message.key, scope, resourceVersion: message.version };
    return { type: 'seen', key: keyOf(refOf(message.object)), scope, view: this.view(message.object) };
  }

  private selects({ observe, exact }: Scope, object: KubeObject): boolean {
    if (object.kind !== observe.kind) return false;
    return exact ? object.metadata.name === observe.name : this.view(object).labelled;
  }

  private act(world: World, label: string, written: api.Written): readonly Transition[] {
    return written === 'conflict' ? [] : [{ world: this.change(world, written), happened: { label } }];
  }

  /** The server has changed: every open stream will tell. */
  private change(world: World, { server, changes }: Exclude<api.Written, 'conflict'>): World {
    const streams = world.streams.map((stream): Stream => {
      if (!stream.open) return stream;
      const messages = changes.flatMap(({ key, before, after, version }): Message[] => {
        if (after !== undefined && this.selects(stream.scope, after)) return [{ type: 'changed', object: after }];
        return before !== undefined && this.selects(stream.scope, before) ? [{ type: 'removed', key, version }] : [];
      });
      return messages.length === 0 ? stream : { ...stream, queue: [...stream.queue, ...messages] };
    });
    return { ...world, server, streams };
  }

  private perform(world: World, { id, key, request }: ObjectSent): readonly Transition[] {
    const written = this.write(world.server, key, request);
    const answer = (from: World, value: Extract<Event, { type: 'answer' }>['answer']): World => ({
      ...from, answers: [...from.answers, { type: 'answer', id, key, request: request.type, answer: value }],
    });
    const refused = { type: 'refused', status: { code: 409, reason: 'Conflict', message: 'conflict', causes: [] } } as const;
    const lost = { type: 'lost', message: 'connection reset' } as const;
    const label = `${request.type} ${key}`;
    const result: Transition[] = [];
    const failed = { ...world, faults: world.faults + 1 };
    if (this.mayFail(world, 'conflict') && request.type !== 'read') result.push({ world: answer(failed, refused), happened: { label: `${label}: conflict` } });
    if (this.mayFail(world, 'lost-before')) result.push({ world: answer(failed, lost), happened: { label: `${label}: lost before` } });
    if (written === 'gone') return [...result, { world: answer(world, { type: 'gone' }), happened: { label: `${label}: gone` } }];
    if (written === 'conflict') return [...result, { world: answer(world, refused), happened: { label: `${label}: refused` } }];
    const dry = request.type === 'dry-run';
    const changed = dry ? world : this.change(world, written);
    const stored = dry || request.type === 'read' ? {} : { stored: { key, request, changes: written.changes } };
    const value = written.object === undefined ? ({ type: 'gone' } as const) : ({ type: 'object', created: false, view: this.view(written.object) } as const);
    result.push({ world: answer(changed, value), happened: { label, ...stored } });
    if (this.mayFail(world, 'lost-after') && !dry && request.type !== 'read') {
      result.push({ world: answer({ ...changed, faults: world.faults + 1 }, lost), happened: { label: `${label}: lost after`, ...stored } });
    }
    return result;
  }

  /** The body as the executor makes it. */
  private write(server: api.Server, key: string, request: ObjectRequest): api.Written | 'gone' {
    const { context, built } = this.scenario;
    const desired = built.desired.get(key) as KubeObject;
    const create = (): api.Written => api.apply(server, key, { ...desired, metadata: { ...desired.metadata, resourceVersion: '1' } }, context.fieldManager);
    const update = (on: { uid: string; resourceVersion: string }): api.Written =>
      api.apply(server, key, { ...desired, metadata: { ...desired.metadata, ...on } }, context.fieldManager);
    switch (request.type) {
      case 'read': {
        const object = server.objects.get(key);
        return object === undefined ? 'gone' : { server, changes: [], object };
      }
      case 'create':
        return create();
      case 'dry-run':
        return request.on === undefined ? create() : update(request.on);
      case 'update':
        return update(request.on);
      case 'delete':
        return api.remove(server, key, request.on);
      case 'release':
        return api.letGo(server, key, request.on);
      case 'nudge':
        throw new Error('no CRD is simulated');
    }
  }
}

function probe(object: KubeObject): ObjectView['ready'] {
  const ready = object.metadata.deletionTimestamp === undefined && (object.kind !== 'Widget' || object['status'] !== undefined);
  return ready ? { status: 'pass', message: '', terminal: false } : { status: 'fail', message: 'not ready', terminal: false };
}

function kindOf(key: string): string {
  return key.split('/')[1] ?? '';
}

function without<T>(list: readonly T[], index: number): readonly T[] {
  return list.filter((_, at) => at !== index);
}

function describe(event: Event): string {
  return event.type === 'answer' ? `${event.request} ${event.key} ${event.answer.type}` : event.type;
}
