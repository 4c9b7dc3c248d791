/**
 * Options of a revision, of one phase of it and of one object, in what is declared and in a call; and which of them holds.
 */
import {
  annotatedPolicy, keyOf, type CollisionProtection, type KubeObject, type ObjectRef, type ProgressionProbe, type ReplacementPolicy,
} from '../../api';
import { defined } from '../../defined';

/** What may be said at each level. What an outer level says is the default of everything inside. */
export interface ObjectOptions {
  /** What to do with an object that exists and that no revision of ours manages. @default 'Prevent' */
  readonly collisionProtection?: CollisionProtection;
  /** What becomes of an object with a change that the API server does not make in place. @default by kind: Jobs `Recreate`, else `Fail` */
  readonly replacementPolicy?: ReplacementPolicy;
  /** Decide what would happen, and write nothing. For reconciling; a teardown takes no notice. @default false */
  readonly paused?: boolean;
  /** Let it live when it has to go: dropped by later content, or at teardown. @default false */
  readonly orphan?: boolean;
}

export type PhaseOptions = ObjectOptions;
export type RevisionOptions = ObjectOptions;

/** An object as it is, or with options of its own. */
export type ObjectInput = KubeObject | ({ readonly object: KubeObject } & ObjectOptions);

export interface PhaseInput extends PhaseOptions {
  /** DNS-1035 label, unique in its revision. */
  readonly name: string;
  readonly objects: readonly ObjectInput[];
}

/** A revision written by hand. */
export interface RevisionInput extends RevisionOptions {
  /** Name of the thing that is rolled out: the same for all of its revisions. */
  readonly name: string;
  /** From 1; the higher one has precedence. */
  readonly number: number;
  readonly phases: readonly PhaseInput[];
  /** @default none: every object is judged by the rule of its kind */
  readonly probes?: readonly ProgressionProbe[];
  /** How long a rollout may stand still. @default without end */
  readonly progressDeadlineMinutes?: number;
}

/** Options of one call, at the same levels. Each wins over what the input itself says at that level, and over nothing more specific. */
export interface Overrides extends RevisionOptions {
  /** Take the place of all probes of the input. */
  readonly probes?: readonly ProgressionProbe[];
  readonly progressDeadlineMinutes?: number;
  /** By name. */
  readonly phases?: Readonly<Record<string, PhaseOptions>>;
  /** By identity: group, kind, namespace and name; the version does not matter. */
  readonly objects?: readonly ({ readonly ref: ObjectRef } & ObjectOptions)[];
}

/** What holds for one object. */
export type EffectiveOptions = Required<Omit<ObjectOptions, 'replacementPolicy'>> & Pick<ObjectOptions, 'replacementPolicy'>;

const DEFAULT_OPTIONS: EffectiveOptions = { collisionProtection: 'Prevent', paused: false, orphan: false };

/** Levels from the most specific on; the first that says anything about an option decides it alone. */
function mergeOptions(...levels: readonly (ObjectOptions | undefined)[]): EffectiveOptions {
  const first = <Name extends keyof ObjectOptions>(name: Name): EffectiveOptions[Name] =>
    (levels.find((level) => level?.[name] !== undefined)?.[name] ?? DEFAULT_OPTIONS[name]) as EffectiveOptions[Name];
  return {
    collisionProtection: first('collisionProtection'), paused: first('paused'), orphan: first('orphan'),
    ...defined({ replacementPolicy: first('replacementPolicy') }),
  };
}

/** The options of every object of an input, also of those that only earlier content had. */
export class OptionTable {
  private readonly phases: ReadonlyMap<string, PhaseOptions>;
  private readonly called: ReadonlyMap<string, ObjectOptions>;

  constructor(private readonly input: Pick<RevisionInput, 'phases'> & RevisionOptions, private readonly overrides: Overrides = {}) {
    this.phases = new Map(input.phases.map((phase) => [phase.name, phase]));
    this.called = new Map((overrides.objects ?? []).map((entry) => [keyOf(entry.ref), entry]));
  }

  /** @param own what the declaration of the object itself says */
  of(phase: string, ref: ObjectRef, own?: ObjectOptions): EffectiveOptions {
    return mergeOptions(...this.specific(phase, ref, own), this.overrides, this.input);
  }

  /** Whether any option says what becomes of it when it has to go; what an earlier run recorded holds otherwise. */
  orphanOf(phase: string, ref: ObjectRef, own?: ObjectOptions): boolean | undefined {
    return [...this.specific(phase, ref, own), this.overrides, this.input].find((level) => level?.orphan !== undefined)?.orphan;
  }

  /** What is said of the revision as a whole. */
  get ofRevision(): EffectiveOptions {
    return mergeOptions(this.overrides, this.input);
  }

  private specific(phase: string, ref: ObjectRef, own: ObjectOptions | undefined): readonly (ObjectOptions | undefined)[] {
    const called = this.overrides.phases;
    const named = called !== undefined && Object.hasOwn(called, phase) ? called[phase] : undefined;
    return [this.called.get(keyOf(ref)), own, named, this.phases.get(phase)];
  }
}

/** The object of an entry, and what the entry says of it. */
export function splitEntry(entry: ObjectInput): { readonly object: KubeObject; readonly own?: ObjectOptions } {
  if (!isWrapped(entry)) return { object: entry, ...defined({ own: saidOf(entry) }) };
  return { object: entry.object, own: { ...saidOf(entry.object), ...entry } };
}

/** What the object says itself, in an annotation. */
function saidOf(object: KubeObject): ObjectOptions | undefined {
  const replacementPolicy = annotatedPolicy(object);
  return replacementPolicy === undefined ? undefined : { replacementPolicy };
}

/** An entry with options has none of the members that every Kubernetes object has. */
export function isWrapped(entry: object): entry is { readonly object: KubeObject } & ObjectOptions {
  return 'object' in entry && !('apiVersion' in entry) && !('kind' in entry);
}
