/** One turn of a revision: it is installed and kept, looked at, or taken down. */
import { isDefinition, keyOf, refOf, type JsonObject, type KubeObject, type ResolvedRevision } from '../../../api';
import { jsonEqual } from '../../../api/json-equal';
import { describeAction, type ObjectResult } from '../../../engine';
import { isBoxcutterError } from '../../../errors';
import { inAnyVersion } from '../../../runtime';
import { canonicalise } from '../../../revision';
import type { SchemaSource } from '../../../schema';
import type { FenceAnswer } from '../../../state';
import { isSettled, writeStatus, type TurnEnd } from '../../process';
import { isComplete } from '../../revision/conditions/progress';
import { plannedInventory } from '../../revision/record';
import {
  errorFacts, lookAtObjects, Memories, ownedInventory, performWork, takeDown, type CollisionWatch, type KeepPlace, type Memory,
  type RevisionObjects, type RunPlace,
} from '../../revision/rollout';
import {
  contentOf, isPaused, othersDefinitions, storedRevision, unmanagedOf, versionsOf, type Config, type RevisionConfigMap,
  type StoredRevision, type Version,
} from '../model';
import { CONFIG_NAME, EXTENSION, FINALIZER, INSTALLER_MANAGER } from '../names';
import { notWritten, type ClusterApiPlace } from '../place';
import { ownerOf } from './owner';
import { installation } from './phases';
import { described, installerReport, type Standing } from './report';

export interface InstallerPlace extends ClusterApiPlace {
  readonly objects: RevisionObjects;
  readonly collisions: CollisionWatch;
  readonly schemas: () => SchemaSource;
  /** The others are to look again. */
  readonly wakeVersion: () => void;
}

interface Subject {
  readonly configMap: RevisionConfigMap;
  readonly revision: StoredRevision;
  readonly kept: { readonly name: string; readonly uid: string; readonly number: number; readonly extension: string };
  readonly owner: ReturnType<typeof ownerOf>;
  readonly memory: Memory;
}

/**
 * A teardown that is not through, or a look that failed, is tried again after so long, also when nothing is heard; what the guard refuses,
 * after more.
 */
const AGAIN_MS = 10_000;
const REFUSED_AGAIN_MS = 60_000;

export class Installer {
  private readonly memories = new Memories();
  private readonly contents = new Map<string, { readonly uid: string; readonly content: ResolvedRevision }>();
  private readonly changes = new Map<string, readonly ObjectResult[]>();
  /** Which states of objects the changes are about. */
  private readonly looked = new Map<string, string>();
  /** The configuration as it was when it went. */
  private former: Config | undefined;

  constructor(private readonly place: InstallerPlace) {}

  async perform(name: string, signal: AbortSignal): Promise<TurnEnd | void> {
    const subject = this.subjectOf(name);
    if (subject === undefined) {
      this.forget(name);
      await this.report();
      return;
    }
    const config = this.place.configs.get(CONFIG_NAME);
    const version = config && versionsOf(config).find((one) => one.name === name);
    // Nothing is taken down, either, while nothing may be written.
    const { deleting, version: own } = subject.revision;
    let isKept = false;
    if (deleting && config !== undefined && isPaused(config)) await this.install(subject, config, own, signal);
    else if (deleting) await this.leave(subject, signal);
    else if (config !== undefined && version !== undefined) isKept = await this.install(subject, config, version, signal);
    if (signal.aborted) return;
    await this.report();
    return this.end(subject, isKept);
  }

  /** A configuration that has gone: which definitions are others' still counts, until there is another configuration. */
  remember(config: Config): void {
    this.former = config;
  }

  /** A state of the ConfigMap of a revision. */
  see(configMap: RevisionConfigMap): void {
    this.memories.see(configMap);
  }

  /** Objects of all revisions that are there: for reports. */
  installed(): readonly KubeObject[] {
    return [...this.contents.values()].flatMap(
      ({ content }) => content.phases.flatMap(({ objects }) => objects.map(({ object }) => object)),
    );
  }

  private subjectOf(name: string): Subject | undefined {
    const { revisions, settings: { namespace } } = this.place;
    const configMap = revisions.get(name, namespace);
    const revision = configMap && storedRevision(configMap);
    if (configMap === undefined || revision === undefined) return undefined;
    const others = [...revisions.list()].flatMap((other) => storedRevision(other) ?? []).filter(({ uid }) => uid !== revision.uid);
    const owner = ownerOf(revision, namespace, others.map(({ uid }) => uid).sort());
    const { uid, number } = revision;
    return { configMap, revision, owner, kept: { name, uid, number, extension: EXTENSION }, memory: this.memories.of(name, uid) };
  }

  /** @returns whether its objects are kept, and not only looked at */
  private async install(subject: Subject, config: Config, version: Version, signal: AbortSignal): Promise<boolean> {
    const { memory, revision: { name } } = subject;
    try {
      const content = this.content(subject, version);
      // Of older versions the content is enough: what they have beside the newest goes with them.
      if (isPaused(config)) {
        if (versionsOf(config)[0]?.name === name) await this.look(subject, content, signal);
        return false;
      }
      this.changes.delete(name);
      if (!subject.revision.hasFinalizer && !(await this.setFinalizer(subject))) return false;
      await this.keep(subject, content, signal);
      return true;
    } catch (error) {
      if (!isBoxcutterError(error) || error.category !== 'input') throw error;
      memory.run = errorFacts(error, this.now());
      return false;
    }
  }

  private content({ configMap, revision: { name, uid } }: Subject, version: Version): ResolvedRevision {
    const known = this.contents.get(name);
    if (known?.uid === uid) return known.content;
    const { phases, ...rest } = installation(version, contentOf(configMap, version));
    const schemas = this.place.schemas();
    const content = {
      ...rest,
      phases: phases.map((phase) => ({
        ...phase,
        objects: phase.objects.map((one) => {
          const { apiVersion, kind } = refOf(one.object);
          return {
            ...one, object: canonicalise(one.object as unknown as JsonObject, schemas.kind(apiVersion, kind)) as unknown as KubeObject,
          };
        }),
      })),
    };
    this.contents.set(name, { uid, content });
    return content;
  }

  private async keep(subject: Subject, content: ResolvedRevision, signal: AbortSignal): Promise<void> {
    const { objects, collisions, context: { clock } } = this.place;
    const { kept, owner, memory } = subject;
    const { name } = kept;
    const siblings = owner.context.siblings.join();
    const place = this.keepPlace(subject, content, signal);
    const take = (): void => objects.take(
      kept, { ...place.standing, inventory: memory.inventory ?? plannedInventory(content), complete: memory.complete },
    );
    const hasLost = memory.siblings.split(',').some((uid) => uid !== '' && !owner.context.siblings.includes(uid));
    const isNew = memory.basis !== 'installs';
    if (isNew || hasLost) {
      memory.basis = 'installs';
      memory.complete = false;
      delete memory.run;
    }
    if (isNew || memory.siblings !== siblings) take();
    memory.siblings = siblings;
    if (!memory.complete && this.isComplete(subject)) {
      memory.complete = true;
      take();
    }
    const due = objects.due(name);
    if (due !== undefined && due.at <= clock.monotonic()) await performWork(due.work, place);
    collisions.set(name, memory.run?.type === 'rollout' ? memory.run.collisions.map(({ ref }) => ref) : [], this.place.cluster);
  }

  /** Nothing is written; what would be is told. */
  private async look(subject: Subject, content: ResolvedRevision, signal: AbortSignal): Promise<void> {
    const { memory, kept } = subject;
    const seen = this.seenOf(kept.name);
    if (memory.basis === 'looks' && seen === this.looked.get(kept.name)) return;
    memory.basis = 'looks';
    memory.complete = false;
    const place = this.keepPlace(subject, content, signal, true);
    this.place.objects.take(kept, { ...place.standing, inventory: memory.inventory ?? plannedInventory(content), complete: false });
    const results = await lookAtObjects(place);
    this.changes.set(kept.name, results.filter(({ action }) => action !== 'Unchanged'));
    // What could not be looked at is looked at again, also when no object changes.
    if (memory.run?.type === 'error') this.looked.delete(kept.name);
    else this.looked.set(kept.name, this.seenOf(kept.name));
  }

  /** Which states of its objects are known. */
  private seenOf(name: string): string {
    const records = [...this.place.objects.kept(name)?.records.values() ?? []];
    return records.map(({ observation }) => (typeof observation === 'object' ? observation.version : observation)).join();
  }

  /** Half of it would be wrong: as long as the objects of the newest were not looked at, all that there is would seem to go. */
  private planOf(head: string, older: readonly string[], config: Config | undefined): Pick<Standing, 'wouldChange'> {
    const changes = this.changes.get(head);
    if (changes === undefined || config === undefined) return {};
    return { wouldChange: [...this.changesOf(head, changes, older), ...this.goingWith(head, older, unmanagedOf(config))] };
  }

  /** What would become of the objects of a paused version. */
  private changesOf(name: string, changes: readonly ObjectResult[], older: readonly string[]): readonly string[] {
    const desired = this.desiredIn(name);
    const before = new Map(older.flatMap((one) => [...this.desiredIn(one)]).reverse());
    return changes.map((result) => {
      const [now, then] = [desired.get(keyOf(result.ref)), before.get(keyOf(result.ref))];
      const isOther = result.action === 'HandedOver' && now !== undefined && then !== undefined && !jsonEqual(now, then);
      return described(result.ref, `${describeAction(result)}${isOther ? ' and changed' : ''}`);
    });
  }

  private desiredIn(name: string): ReadonlyMap<string, KubeObject> {
    const phases = this.contents.get(name)?.content.phases ?? [];
    return new Map(phases.flatMap(({ objects }) => objects.map(({ object }) => [keyOf(refOf(object)), object] as const)));
  }

  /** What older versions have and the newest has not: it goes with them. Definitions that somebody else manages live on. */
  private goingWith(head: string, older: readonly string[], unmanaged: readonly string[]): readonly string[] {
    const kept = this.desiredIn(head);
    const left = new Map(older.flatMap((name) => [...this.desiredIn(name)]));
    return [...left].filter(([key, object]) => !kept.has(key) && !(isDefinition(object) && unmanaged.includes(object.metadata.name ?? '')))
      .map(([, object]) => described(refOf(object), 'would be deleted'));
  }

  private async leave(subject: Subject, signal: AbortSignal): Promise<void> {
    const { memory, kept, owner, revision } = subject;
    const { objects, collisions } = this.place;
    if (!revision.hasFinalizer) return;
    const isRefused = memory.run?.type === 'error' && memory.run.code === 'data-loss' && this.now() < memory.run.at + REFUSED_AGAIN_MS;
    if (isRefused && !revision.allowsDataLoss) return;
    collisions.clear(kept.name);
    try {
      const run = await this.leavingPlace(subject, signal);
      if (memory.basis !== 'leaves') {
        objects.take(kept, { owner, inventory: run.inventory, probes: run.content.probes, complete: false, paused: true });
      }
      memory.basis = 'leaves';
      memory.run = (await takeDown(run, memory.orphans)).facts;
    } catch (error) {
      memory.run = errorFacts(error, this.now());
    }
    if (memory.run.type === 'teardown' && memory.run.complete) await this.release(subject);
  }

  /** Where the content is not what it was, the objects themselves say what they belong to. Definitions that others manage live on. */
  private async leavingPlace(subject: Subject, signal: AbortSignal): Promise<RunPlace> {
    const { revision, memory, owner, kept } = subject;
    const unmanaged = othersDefinitions(this.place.configs.get(CONFIG_NAME) ?? this.former, this.place.revisions.list());
    let content: ResolvedRevision = { extension: EXTENSION, number: kept.number, phases: [], probes: [], digest: '' };
    let inventory = memory.inventory;
    try {
      content = this.content(subject, revision.version);
      inventory = plannedInventory(content, memory.inventory);
    } catch (error) {
      if (!isBoxcutterError(error) || error.category !== 'input') throw error;
      inventory = await ownedInventory(this.place.cluster, owner);
    }
    const left = inventory.map((entry) => {
      const lives = isDefinition(entry.ref) && unmanaged.has(entry.ref.name);
      return lives ? { ...entry, orphan: true as const } : entry;
    });
    return this.runPlace(subject, content, left, signal);
  }

  private keepPlace(subject: Subject, content: ResolvedRevision, signal: AbortSignal, paused = false): KeepPlace {
    const { memory, kept, owner } = subject;
    const isFirst = memory.fresh && memory.inventory === undefined && owner.context.siblings.length === 0;
    const inventory = memory.inventory ?? (isFirst ? [] : plannedInventory(content));
    return {
      revision: kept, memory, objects: this.place.objects, reader: inAnyVersion(this.place.cluster),
      run: this.runPlace(subject, content, inventory, signal), standing: { owner, probes: content.probes, paused }, now: () => this.now(),
    };
  }

  private runPlace(
    { owner, revision }: Subject, content: ResolvedRevision, inventory: RunPlace['inventory'], signal: AbortSignal,
  ): RunPlace {
    const { context: { shared }, cluster } = this.place;
    return {
      owner, content, inventory, cluster: shared.lane(EXTENSION), streams: 'shared', lane: cluster,
      allowsDataLoss: revision.allowsDataLoss, signal,
      fence: () => this.fence(revision),
    };
  }

  /** A run ends when the revision wants something else by now. */
  private fence({ name, uid, deleting }: StoredRevision): FenceAnswer {
    const now = this.subjectOf(name)?.revision;
    if (now?.uid !== uid) return { held: false, message: `${name} is gone` };
    if (now.deleting !== deleting) return { held: false, message: `${name} is being deleted now` };
    return isPaused(this.place.configs.get(CONFIG_NAME)) ? { held: false, message: `${name} is paused now` } : { held: true, message: '' };
  }

  private isComplete({ memory, kept: { name } }: Subject): boolean {
    return isComplete({ ...(memory.run === undefined ? {} : { run: memory.run }), objects: this.place.objects.facts(name) });
  }

  /** @returns whether it is set now */
  private async setFinalizer({ configMap, memory }: Subject): Promise<boolean> {
    const written = await this.patchFinalizers(configMap, [...(configMap.metadata.finalizers ?? []), FINALIZER]);
    memory.fresh = written;
    return written;
  }

  private async release({ configMap, kept: { name } }: Subject): Promise<void> {
    this.place.objects.drop(name);
    const live = this.place.revisions.get(name, this.place.settings.namespace) ?? configMap;
    await this.patchFinalizers(live, (live.metadata.finalizers ?? []).filter((one) => one !== FINALIZER));
  }

  private async patchFinalizers(configMap: RevisionConfigMap, finalizers: readonly string[]): Promise<boolean> {
    const { uid, resourceVersion } = configMap.metadata;
    const answer = await this.place.cluster.patch(refOf(configMap), [
      { op: 'test', path: '/metadata/uid', value: uid },
      { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
      { op: 'add', path: '/metadata/finalizers', value: finalizers },
    ], INSTALLER_MANAGER);
    if (answer.type === 'object') this.place.revisions.note(answer.object as RevisionConfigMap);
    else if (!isSettled(answer)) throw notWritten(configMap, answer);
    return answer.type === 'object';
  }

  private async report(): Promise<void> {
    const { revisions, configs, cluster, operator, objects } = this.place;
    const config = configs.get(CONFIG_NAME);
    const versions = config === undefined ? [] : versionsOf(config);
    const known = [...revisions.list()].flatMap((one) => storedRevision(one) ?? []).sort((a, b) => b.number - a.number);
    const shown = known.filter(({ name, deleting }) => deleting || versions.some((version) => version.name === name));
    const paused = isPaused(config);
    const standings = shown.map((revision, index): Standing => {
      const memory = this.memories.get(revision.name);
      const facts = objects.facts(revision.name);
      return {
        name: revision.name, deleting: revision.deleting, paused, objects: facts,
        complete: memory?.complete === true && isComplete({ ...(memory.run === undefined ? {} : { run: memory.run }), objects: facts }),
        ...(memory?.run === undefined ? {} : { run: memory.run }),
        ...(paused && index === 0 ? this.planOf(revision.name, shown.slice(1).map((older) => older.name), config) : {}),
      };
    });
    operator.say('Installer', installerReport(standings));
    const [head] = standings;
    if (config !== undefined && head?.complete === true && head.name === versions[0]?.name && config.status?.currentVersion !== head.name) {
      const written = await writeStatus<Config>(cluster, config, (live) => (
        live.status?.versions?.some(({ name }) => name === head.name) === true ? {
          ...live.status, currentVersion: head.name,
        } : live.status ?? {}
      ));
      if (written.type === 'written') configs.note(written.object);
      this.place.wakeVersion();
    }
    await operator.write();
  }

  private end({ kept: { name }, revision, memory }: Subject, isKept: boolean): TurnEnd {
    const { objects, context: { clock } } = this.place;
    if (revision.deleting) {
      if (!revision.hasFinalizer) return {};
      return { againInMs: memory.run?.type === 'error' && memory.run.code === 'data-loss' ? REFUSED_AGAIN_MS : AGAIN_MS };
    }
    if (memory.basis === 'looks' && memory.run?.type === 'error') return { againInMs: AGAIN_MS };
    // What is due is not done for a version that nothing may be written of: it would be due again at once.
    const due = isKept ? objects.due(name) : undefined;
    return due === undefined ? {} : { againInMs: Math.max(0, Math.ceil(due.at - clock.monotonic())) };
  }

  private now(): number {
    return this.place.context.clock.now().getTime();
  }

  private forget(name: string): void {
    this.place.collisions.clear(name);
    this.place.objects.drop(name);
    this.memories.forget(name);
    this.contents.delete(name);
    this.changes.delete(name);
    this.looked.delete(name);
  }
}
