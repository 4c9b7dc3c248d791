/** Remembers when a run wrote each object, what it waited for, and when it was ready: for the page of a rollout. */
import { keyOf } from '../../../api';
import { actionReason, isFailure, type ObjectResult, type PhaseResult, type State } from '../../../engine';
import { RunResults } from '../../../engine/internal';
import { defined } from '../../../defined';
import { brief } from '../../output/brief';
import type { ReportTimeline, TimelineObject, TimelineWait } from '../../output/report/data';
import { isDone, isReached, isUnchanged, readinessOf, wording } from '../../output/run/tree-object';

/** Reasons that are remembered of one object: the first ones, and the last. */
const REASONS = 20;

interface Course {
  writtenMs?: number;
  readyMs?: number | undefined;
  readonly waits: TimelineWait[];
}

export class TimelineRecorder {
  private readonly results = new RunResults();
  private readonly courses = new Map<string, Course>();
  /** Objects as they were when they were last looked at: only what changed is looked at again. */
  private readonly looked = new Map<number, readonly ObjectResult[]>();
  private readonly startedMs: number;
  private phases: readonly PhaseResult[] = [];

  /** @param now milliseconds that only grow */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.startedMs = now();
  }

  show(state: State): void {
    if (state.task.dryRun) return;
    const atMs = this.now() - this.startedMs;
    this.phases = this.results.of(state).phases;
    this.phases.forEach(({ objects }, index) => {
      const before = this.looked.get(index);
      this.looked.set(index, objects);
      objects.forEach((object, at) => {
        if (before?.[at] !== object) this.note(object, atMs);
      });
    });
  }

  /** What was seen until now. */
  timeline(): ReportTimeline {
    return {
      durationMs: this.now() - this.startedMs,
      phases: this.phases.map(({ name, status, objects }) => ({ name, status, objects: objects.map((object) => this.objectOf(object)) })),
    };
  }

  private objectOf(object: ObjectResult): TimelineObject {
    const { waits = [], writtenMs, readyMs } = this.courses.get(keyOf(object.ref)) ?? {};
    return {
      ref: object.ref,
      action: wording(object),
      unchanged: isUnchanged(object) && waits.length === 0,
      failed: isFailure(object) || object.ready?.terminal === true,
      waits,
      ...defined({ writtenMs, readyMs }),
    };
  }

  private note(object: ObjectResult, atMs: number): void {
    const key = keyOf(object.ref);
    let course = this.courses.get(key);
    if (course === undefined) this.courses.set(key, (course = { waits: [] }));
    if (object.action !== 'Waiting' && !isFailure(object)) course.writtenMs ??= atMs;
    if (isDone(object)) {
      course.readyMs ??= atMs;
      return;
    }
    // It was ready once, and is not any more.
    course.readyMs = undefined;
    const text = brief(reasonOf(object));
    if (text === '' || course.waits.at(-1)?.text === text) return;
    if (course.waits.length >= REASONS) course.waits.pop();
    course.waits.push({ atMs, text });
  }
}

/** Empty: it only waits for its turn, or for an answer that is under way. */
function reasonOf(object: ObjectResult): string {
  if (isFailure(object)) return wording(object);
  if (object.action !== 'Waiting') return readinessOf(object);
  const isUnderWay = ['being-read', 'being-checked', 'being-written', 'being-replaced'].includes(object.cause.type);
  return isUnderWay || !isReached(object) ? '' : actionReason(object);
}
