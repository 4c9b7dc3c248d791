/** One turn of a revision: looks at how things stand, decides, acts, and says in the status how it is then. */
import { transitionsOf } from '../conditions';
import { actingIn, isPending, writeStatus, type TurnEnd } from '../process';
import { deadlineOf } from './conditions/deadline';
import { isComplete } from './conditions/progress';
import { statusOf } from './conditions/status';
import { ASKED_AGAIN_MS, stepOf, type Step } from './decide';
import { announce } from './events';
import type { Facts, RolloutFacts } from './facts';
import { toArchive } from './lineage';
import { plannedInventory } from './record';
import { errorFacts, lookAtObjects, performWork } from './rollout/keep';
import { takeDown } from './rollout/run';
import { keepPlaceOf, leavingPlaceOf } from './rollout/work-place';
import { factsOf, isLeaving, subjectOf, type Subject, type TurnPlace } from './subject';
import { archive, removeFinalizer, setFinalizer } from './writes';

const LEAVING = 'leaves';

const ROLLED_OUT: RolloutFacts = { type: 'rollout', applied: true, collisions: [], failures: [], terminal: [] };

/** A teardown that is not through, and content that cannot be read, are tried again after so long, also when nothing is heard. */
const AGAIN_MS = 10_000;

export class Turns {
  /** Fires when what is under way has lost its target: a run would wait until the target is back, and say nothing meanwhile. */
  private targetChange = new AbortController();
  private readonly ending: () => void;

  constructor(private readonly place: TurnPlace) {
    this.ending = place.context.target.onChange(() => {
      this.targetChange.abort();
      this.targetChange = new AbortController();
    });
  }

  close(): void {
    this.ending();
  }

  /** @throws BoxcutterError category `server` where nothing could be put into the status */
  async perform(name: string, ending: AbortSignal): Promise<TurnEnd> {
    const signal = AbortSignal.any([ending, this.targetChange.signal]);
    const subject = subjectOf(name, this.place);
    if (subject === undefined) {
      this.forget(name);
      return {};
    }
    if (isPending(this.place.context.target)) return {};
    const facts = await this.act(subject, signal).catch(async (error: unknown) => {
      // A change of the target is another turn.
      if (signal.aborted && !ending.aborted) return undefined;
      if (!signal.aborted) await this.reportError(subject, error);
      throw error;
    });
    if (facts === undefined || signal.aborted) return {};
    await this.report(facts);
    await this.archiveOlder(facts);
    return this.end(facts);
  }

  /** @returns how things stand then; undefined: the revision is let go, or gone */
  private async act(subject: Subject, signal: AbortSignal): Promise<Facts | undefined> {
    const facts = await factsOf(subject, this.place);
    const step = stepOf(facts);
    switch (step.type) {
      case 'rest':
        this.rest(subject);
        return factsOf(subject, this.place, facts);
      case 'begin':
        return this.begin(subject, facts, step, signal);
      case 'keep':
      case 'look':
        await this.keep(subject, step.type, signal);
        return factsOf(subject, this.place, facts);
      case 'take-down': {
        await this.takeDown(subject, signal);
        const after = await factsOf(subject, this.place, facts);
        return stepOf(after).type === 'release' ? this.release(subject, after) : after;
      }
      case 'release':
        return this.release(subject, facts);
    }
  }

  private async begin(
    { cached, revision, memory }: Subject, facts: Facts, { finalizer, digests }: Extract<Step, { type: 'begin' }>, signal: AbortSignal,
  ): Promise<Facts | undefined> {
    const { context: { cluster, target }, cache } = this.place;
    if (finalizer) {
      const written = await setFinalizer(cluster, cached, target.id);
      if (written === undefined) return undefined;
      cache.note(written);
    }
    if (digests) {
      await this.report(facts);
      memory.fresh = true;
    }
    const again = subjectOf(revision.name, this.place);
    // Another state of it than was decided about has a turn of its own.
    return again === undefined || (digests && again.revision.observedPhases.length === 0) ? undefined : this.act(again, signal);
  }

  /** Nothing is written to its objects, but what they show is still told. */
  private rest({ revision, owner, memory }: Subject): void {
    const { objects, collisions } = this.place;
    const { name } = revision;
    collisions.clear(name);
    // When it goes on, everything is looked at anew.
    const basis = `rests beside ${owner.context.siblings.join()}`;
    const isNew = memory.basis !== basis;
    memory.basis = basis;
    if (isLeaving(revision)) objects.drop(name);
    else if (isNew && memory.inventory !== undefined) {
      const standing = { owner, inventory: memory.inventory, probes: undefined, complete: memory.complete, paused: true };
      objects.of(revision).take(revision, standing);
    }
  }

  private async keep(subject: Subject, how: 'keep' | 'look', signal: AbortSignal): Promise<void> {
    const { collisions, contents, context: { clock, target } } = this.place;
    const { revision, owner, memory } = subject;
    const { name, account } = revision;
    const objects = this.place.objects.of(revision);
    const basis = JSON.stringify([contents.signature(name), revision.state, account]);
    const siblings = owner.context.siblings.join();
    const isNew = memory.basis !== basis;
    if (!isNew && memory.siblings === siblings && how === 'look') return;
    const place = await keepPlaceOf(subject, this.place, signal);
    const take = (): void => {
      const inventory = memory.inventory ?? plannedInventory(place.run.content);
      objects.take(revision, { ...place.standing, inventory, complete: memory.complete });
    };
    // What a sibling had that is gone may be this one's again.
    const hasLost = memory.siblings.split(',').some((uid) => uid !== '' && !owner.context.siblings.includes(uid));
    if (isNew || hasLost) {
      memory.basis = basis;
      memory.complete = false;
      delete memory.run;
    }
    if (isNew || memory.siblings !== siblings) take();
    memory.siblings = siblings;
    if (how === 'look') {
      await lookAtObjects(place);
      return;
    }
    if (!memory.complete && isComplete({ ...(memory.run === undefined ? {} : { run: memory.run }), objects: objects.facts(name) })) {
      memory.complete = true;
      take();
    }
    const due = objects.due(name);
    // Nothing is wrong any more, whoever put it right.
    if (memory.complete && due === undefined) memory.run = ROLLED_OUT;
    if (due !== undefined && due.at <= clock.monotonic()) await performWork(due.work, place);
    const { run } = memory;
    const inTheWay = run?.type === 'rollout' ? run.collisions.map(({ ref }) => ref) : [];
    collisions.set(name, inTheWay, actingIn(target, account).cluster);
  }

  private async takeDown(subject: Subject, signal: AbortSignal): Promise<void> {
    const { revision, owner, memory } = subject;
    const { objects, collisions, context: { clock } } = this.place;
    collisions.clear(revision.name);
    try {
      const run = await leavingPlaceOf(subject, this.place, signal);
      // What is left is heard of.
      const leaving = `${LEAVING} ${JSON.stringify(revision.account)}`;
      if (memory.basis !== leaving) {
        objects.of(revision).take(revision, { owner, inventory: run.inventory, probes: run.content.probes, complete: false, paused: true });
      }
      memory.basis = leaving;
      memory.run = (await takeDown(run, memory.orphans)).facts;
    } catch (error) {
      memory.run = errorFacts(error, clock.now().getTime());
    }
  }

  private async release({ cached, revision }: Subject, facts: Facts): Promise<undefined> {
    const { context: { cluster, log }, cache, objects, contents } = this.place;
    const { name } = revision;
    if (facts.target !== undefined) log.warn({ revision: name }, 'let go; its objects are left in a cluster that cannot be reached');
    objects.drop(name);
    contents.forget(name);
    if (!revision.deleting && facts.target === undefined) await this.report({ ...facts, objects: [] });
    const released = await removeFinalizer(cluster, cache.get(name) ?? cached);
    if (released !== undefined) cache.note(released);
  }

  /** What the server said instead of what a turn needs: in the status as well, if that can be written. */
  private async reportError({ revision }: Subject, error: unknown): Promise<void> {
    const { context: { clock, log }, objects } = this.place;
    const now = clock.now().getTime();
    const content = { type: 'resolved', digests: revision.observedPhases } as const;
    const known = objects.named(revision.name)?.facts(revision.name) ?? [];
    const facts: Facts = { revision, content, now, run: errorFacts(error, now), objects: known, interference: [] };
    await this.report(facts).catch((unwritten: unknown) => {
      log.debug({ revision: revision.name, err: unwritten }, 'the status was not written');
    });
  }

  /** Writes the status when it is another than before, and tells what changed. */
  private async report(facts: Facts): Promise<void> {
    const { context: { cluster, events, clock, log }, cache } = this.place;
    const { revision } = facts;
    const cached = cache.get(revision.name);
    // Another turn has it to say then.
    if (cached === undefined || cached.metadata.uid !== revision.uid || (cached.metadata.generation ?? 1) !== revision.generation) return;
    const before = cached.status?.conditions ?? [];
    const status = statusOf({ ...facts, revision: { ...revision, conditions: before } });
    const written = await writeStatus(cluster.lane(revision.extension), cached, (live) => ({ ...live.status, ...status }));
    if (written.type !== 'written') return;
    cache.note(written.object);
    for (const transition of transitionsOf(before, status.conditions ?? [], clock.now())) announce(cached, transition, { events, log });
  }

  private async archiveOlder(facts: Facts): Promise<void> {
    const { context: { cluster, log }, cache } = this.place;
    const { revision } = facts;
    if (revision.state !== 'Active' || revision.deleting || !isComplete(facts)) return;
    for (const older of toArchive(revision, subjectOf(revision.name, this.place)?.siblings ?? [])) {
      const archived = await archive(cluster, older);
      if (archived === undefined) continue;
      cache.note(archived);
      log.info({ revision: older.name, by: revision.name }, `archived, because ${revision.name} is rolled out`);
    }
  }

  /** When the next turn has to be, if nothing happens before. */
  private end(facts: Facts): TurnEnd {
    const { objects, memories, context: { clock } } = this.place;
    const { revision: { name }, revision, now } = facts;
    const due = objects.named(name)?.due(name);
    const deadline = deadlineOf(revision) ?? Infinity;
    const interference = [...(memories.get(name)?.interference.values() ?? [])].map(({ until }) => until - now);
    const dueInMs = due === undefined ? Infinity : due.at - clock.monotonic();
    const againInMs = Math.min(dueInMs, deadline > now ? deadline - now : Infinity, retryOf(facts), ...interference);
    return Number.isFinite(againInMs) ? { againInMs: Math.max(0, Math.ceil(againInMs)) } : {};
  }

  private forget(name: string): void {
    const { objects, contents, memories, collisions } = this.place;
    collisions.clear(name);
    objects.drop(name);
    contents.forget(name);
    memories.forget(name);
  }
}

function retryOf({ revision, run, content, target }: Facts): number {
  // Heard of when it changes.
  if (target !== undefined) return Infinity;
  if (isLeaving(revision)) {
    if (!revision.hasFinalizer) return Infinity;
    return run?.type === 'error' && run.code === 'data-loss' ? ASKED_AGAIN_MS : AGAIN_MS;
  }
  return content.type === 'unreadable' ? AGAIN_MS : Infinity;
}
