/**
 * What a run may be refused for. A guard acts at up to three moments: before the run, with nothing locked; after the dry runs, before
 * the first write; and before single deletes. It answers with data. The run ends with the first refusal of the first two, and nothing is
 * written then; a delete that is refused leaves that object where it is, and the run fails when the rest is done.
 */
import type { KubeObject } from '../../api';
import type { Comparison, DeleteGuard, State } from '../../engine';
import type { BoxcutterError } from '../../errors';
import type { ExtensionRecord, Operation } from '../../state';

export interface GuardedRun {
  readonly operation: Operation;
  readonly record: ExtensionRecord;
  /** Nothing will be written; the guard must not write either. */
  readonly dryRun: boolean;
  /** Called with what is worth saying and no reason to refuse. */
  readonly onNote: ((note: string) => void) | undefined;
}

/** A run whose dry runs are over. */
export interface CheckedRun extends GuardedRun {
  readonly state: State;
  /** Desired objects with our mark, by key. */
  readonly desired: ReadonlyMap<string, KubeObject>;
  /** What the dry runs showed of the objects that some guard watches, by key. */
  readonly comparisons: ReadonlyMap<string, Comparison>;
}

export interface GuardAnswer {
  /** Why nothing may be written. */
  readonly refusal?: BoxcutterError | undefined;
  /** Objects as the guard has just read them: the run need not look for those that have to go. */
  readonly seen?: readonly KubeObject[] | undefined;
  /** Namespaces that do not exist and will before the first write. */
  readonly coming?: readonly string[] | undefined;
}

export interface Guard {
  /** Before the run. @throws BoxcutterError category `server` when the cluster could not be asked */
  before?(run: GuardedRun): Promise<GuardAnswer>;
  /** Whether `beforeWrites` wants to see what a dry run shows of this desired object. @default no */
  watches?(object: KubeObject): boolean;
  /** Immediately before the DELETE of single objects of a run that writes. @default nothing is asked */
  beforeDelete?(run: GuardedRun): DeleteGuard;
  /** After the dry runs and before the first write of an apply or a rollback; of a dry run, at its end. @throws as `before` */
  beforeWrites?(run: CheckedRun): Promise<GuardAnswer>;
}

/** What all guards together have to say before a run. */
export interface Cleared {
  readonly seen: readonly KubeObject[];
  readonly coming: readonly string[];
}

/** @throws BoxcutterError the first refusal */
export async function clear(guards: readonly Guard[], run: GuardedRun): Promise<Cleared> {
  const seen: KubeObject[] = [];
  const coming: string[] = [];
  for (const guard of guards) {
    const answer = heed(await guard.before?.(run));
    seen.push(...(answer.seen ?? []));
    coming.push(...(answer.coming ?? []));
  }
  return { seen, coming };
}

/** @throws BoxcutterError the first refusal */
export async function clearWrites(guards: readonly Guard[], run: CheckedRun): Promise<void> {
  for (const guard of guards) heed(await guard.beforeWrites?.(run));
}

/** The guards that look before deletes, as one; undefined: there is none. */
export function deleteGuardOf(guards: readonly Guard[], run: GuardedRun): DeleteGuard | undefined {
  const asked = guards.flatMap((guard) => guard.beforeDelete?.(run) ?? []);
  if (asked.length === 0) return undefined;
  return {
    concerns: (ref) => asked.some((guard) => guard.concerns(ref)),
    refusal: async (ref) => {
      for (const guard of asked) {
        const error = guard.concerns(ref) ? await guard.refusal(ref) : undefined;
        if (error !== undefined) return error;
      }
      return undefined;
    },
  };
}

function heed(answer: GuardAnswer = {}): GuardAnswer {
  if (answer.refusal !== undefined) throw answer.refusal;
  return answer;
}
