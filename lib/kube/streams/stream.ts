import type { KubeObject, ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { Observer, ObserveScope, StreamProblem, Subscription } from '../../engine/ports';
import { collectionProblem, isMistake, retryAfter, type Outcome } from '../http';
import { CatchUp, type ReadList } from './catch-up';
import type { StreamListener } from './ledger';
import { Member, type Message, type Wish } from './member';
import type { Reflector } from './reflector';
import { Routes } from './routes';
import { pauseBefore, sleep, type Timing } from '../timing';
import { isLater } from './versions';


/** What a stream needs of its cluster. */
export interface StreamParts {
  readonly scope: ObserveScope;
  /** The label by whose value events are routed; undefined: every observer gets everything. */
  readonly label?: string;
  /** How long the stream goes on when nobody observes it. */
  readonly lingerMs: number;
  readonly timing: Timing;
  reflector(listener: StreamListener): Reflector;
  readonly readList: ReadList;
  /** It ended by itself, or because the last observer left. */
  ended(problem: StreamProblem | undefined): void;
}

/**
 * One stream and its observers. Contents of objects are passed on and not kept. An observer of which the stream has already told objects
 * gets those by a list of its own (`CatchUp`); observers that come at the same time share that list.
 */
export class Stream implements StreamListener {
  readonly reflector: Reflector;
  private readonly members = new Set<Member>();
  private readonly routes = new Routes<Member>();
  private readonly latecomers = new Set<Member>();
  private readonly ending = new AbortController();
  private catchingUp = false;
  private noting = false;
  private started = false;
  private timer: NodeJS.Timeout | undefined;
  /** Grows when versions lose their meaning. */
  private era = 0;

  constructor(readonly parts: StreamParts) {
    this.reflector = parts.reflector(this);
  }

  get observers(): number {
    return this.members.size;
  }

  /** Nothing is called before `join` has returned. */
  join(wish: Wish, observer: Observer): Subscription {
    clearTimeout(this.timer);
    const member = new Member(wish, observer);
    this.members.add(member);
    this.routes.add(member, wish.value, wish.namespace);
    queueMicrotask(() => this.welcome(member));
    return { close: () => this.leave(member) };
  }

  close(problem?: StreamProblem): void {
    if (this.ending.signal.aborted) return;
    this.ending.abort();
    clearTimeout(this.timer);
    for (const member of this.members) member.leave();
    this.members.clear();
    this.reflector.stop();
    this.parts.ended(problem);
  }

  changed(object: KubeObject, value: string | undefined, former: string | undefined): void {
    const { namespace, name = '', resourceVersion } = object.metadata;
    this.routes.each(value, namespace, (member) => this.pass(member, { type: 'changed', object }));
    if (former === undefined || former === value) return;
    const ref = { apiVersion: object.apiVersion, kind: object.kind, name, ...defined({ namespace }) };
    this.routes.eachOf(former, namespace, (member) => this.pass(member, { type: 'removed', ref, resourceVersion, asOf: resourceVersion }));
  }

  removed(ref: ObjectRef, resourceVersion: string | undefined, value: string | undefined, asOf: string | undefined): void {
    this.routes.each(value, ref.namespace, (member) => this.pass(member, { type: 'removed', ref, resourceVersion, asOf }));
  }

  synced(resourceVersion: string | undefined): void {
    for (const member of this.members) member.synced(resourceVersion);
  }

  failed(problem: StreamProblem, retrying: boolean): void {
    // The scope of a shared stream is wider than what its observers need: whether they may have theirs, they have to ask themselves.
    const isTooWide = this.parts.label !== undefined && problem.type === 'refused' && problem.status.code === 403;
    const final = !retrying || isTooWide;
    // Ended first: who observes again when told so gets another stream.
    const members = [...this.members].filter(({ isLive }) => isLive || final);
    if (final) {
      for (const member of this.members) this.routes.delete(member, member.wish.value, member.wish.namespace);
      this.members.clear();
      this.close(problem);
    }
    for (const member of members) {
      member.failed(problem, !final);
      if (final) member.leave();
    }
  }

  restored(): void {
    this.era += 1;
    for (const member of this.members) member.forget();
  }

  /** What was read for latecomers is news for the others only: latecomers are told by their own list, this one or the next. */
  private pass(member: Member, message: Message): void {
    if (member.isLive || !this.noting) member.receive(message);
  }

  private note(object: KubeObject): void {
    this.noting = true;
    this.reflector.note(object);
    this.noting = false;
  }

  /** The first observer starts the stream; one that wants nothing that was told yet just goes along. */
  private welcome(member: Member): void {
    if (member.isGone) return;
    const { reflector } = this;
    const { value } = member.wish;
    const told = value === undefined ? reflector.objects.size : reflector.objects.sizeOf(value);
    if (told > 0) {
      member.catchUp();
      this.latecomers.add(member);
      if (!this.catchingUp) void this.catchUpAll();
      return;
    }
    member.start();
    if (reflector.synced) member.synced(reflector.toldUpTo);
    this.tellProblem(member);
    if (this.started) return;
    this.started = true;
    void reflector.run();
  }

  private tellProblem(member: Member): void {
    const { problem } = this.reflector;
    if (problem !== undefined) member.failed(problem.answer, problem.retrying);
  }

  private leave(member: Member): void {
    if (!this.members.delete(member)) return;
    member.leave();
    this.latecomers.delete(member);
    this.routes.delete(member, member.wish.value, member.wish.namespace);
    if (this.members.size > 0) return;
    if (this.parts.lingerMs === 0) this.close();
    else this.timer = setTimeout(() => this.close(), this.parts.lingerMs).unref();
  }

  private async catchUpAll(): Promise<void> {
    this.catchingUp = true;
    // Who comes at the same time comes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.latecomers.size > 0) {
      const members = [...this.latecomers];
      this.latecomers.clear();
      await this.catchUp(new CatchUp(this.parts.scope, this.parts.label, members));
    }
    this.catchingUp = false;
  }

  private async catchUp(batch: CatchUp): Promise<void> {
    const { timing, readList } = this.parts;
    for (let attempt = 1; !batch.isVoid; attempt += 1) {
      const { era } = this;
      const before = this.reflector.toldUpTo;
      const result = await batch.read(readList, (object) => this.note(object));
      if (this.ending.signal.aborted) return;
      if (era !== this.era) {
        // What was read may be from before: neither this list nor what came of it is believed.
        this.reflector.distrust();
        batch.distrust();
      } else if (typeof result !== 'string') {
        if (this.refuse(batch, result)) return;
        await sleep(pauseBefore(attempt, retryAfter(result), timing), this.ending.signal);
      } else if (isLater(before, result)) {
        // The list shows an earlier state than the stream did before it was asked for.
        this.reflector.distrust();
        batch.distrust();
      } else {
        for (const member of batch.members) {
          member.caughtUp(result);
          this.tellProblem(member);
        }
        return;
      }
    }
  }

  /** The list was refused: for good? */
  private refuse(batch: CatchUp, outcome: Outcome): boolean {
    const problem = collectionProblem(outcome);
    const isForbidden = this.parts.label !== undefined && problem.type === 'refused' && problem.status.code === 403;
    const final = isForbidden || isMistake(outcome);
    for (const member of batch.members) {
      member.failed(problem, !final);
      if (final) this.leave(member);
    }
    return final;
  }
}
