/**
 * What comes in: each object becomes a view as soon as it arrives, and is dropped. Its content is kept only where a later request needs it:
 * patches of objects that are not plainly ours or have to go, objects with fields of others, and comparisons that were asked for.
 */
import { ignoredPathsOf, type KubeObject } from '../../api';
import { defined } from '../../defined';
import { isComparable, isSurelyNewer, selectorLabels, viewOf, type ObjectRequest, type ObjectView, type StepAnswer } from '../core';
import type { Answer } from '../ports';
import type { Comparison, RunOptions } from './options';
import { hasOtherOwners, underItsName } from './request-bodies';

export class Ingest {
  private readonly contents = new Map<string, KubeObject>();
  private readonly last = new Map<string, ObjectView>();
  private readonly labels: Readonly<Record<string, string>>;

  constructor(private readonly options: Pick<RunOptions, 'context' | 'desired' | 'probe' | 'task' | 'onDryRun' | 'compares'>) {
    this.labels = selectorLabels(options.task.labelSelector);
  }

  /** The object as it was last seen, where its content was kept. */
  live(key: string): KubeObject | undefined {
    return this.contents.get(key);
  }

  /** An object as a stream or a read shows it. What is older than what is kept does not replace it. */
  view(key: string, object: KubeObject): ObjectView {
    const view = this.sameAsLast(key, object) ?? this.viewOf(key, object);
    this.last.set(key, view);
    const last = this.contents.get(key)?.metadata.resourceVersion;
    const isLate = last !== undefined && isSurelyNewer(last, view.resourceVersion);
    if (!isLate && this.isNeeded(key, object, view)) this.contents.set(key, object);
    return view;
  }

  /** An answer as the core sees it. What a dry run shows is nowhere but in the answer: it is neither looked into nor kept. */
  answer(key: string, request: ObjectRequest['type'], answer: Answer): StepAnswer {
    if (answer.type !== 'object') return answer;
    if (request === 'dry-run' || request === 'trial') return { type: 'accepted' };
    return { type: 'object', created: answer.created, view: this.view(key, answer.object) };
  }

  /** What an accepted dry run shows; undefined where no comparison is asked for. */
  comparison(key: string, request: ObjectRequest['type'], answer: Answer): Comparison | undefined {
    if (answer.type !== 'object' || !this.isCompared(key)) return undefined;
    const live = this.contents.get(key);
    if (request === 'trial') return live === undefined ? undefined : { key, live, wouldBe: underItsName(answer.object, live) };
    return { key, ...defined({ live: answer.created ? undefined : live }), wouldBe: answer.object };
  }

  /** What is written comes in twice: as the answer, and on the stream. Of servers whose versions are no numbers nothing is known. */
  private sameAsLast(key: string, { metadata: { uid, resourceVersion } }: KubeObject): ObjectView | undefined {
    const last = this.last.get(key);
    if (last === undefined || last.uid !== uid || last.resourceVersion !== resourceVersion) return undefined;
    return isComparable(resourceVersion, last.resourceVersion) ? last : undefined;
  }

  private viewOf(key: string, object: KubeObject): ObjectView {
    const { context, desired, probe } = this.options;
    return viewOf(object, { context, probe, labels: this.labels, ...defined({ desired: desired.get(key) }) });
  }

  private isNeeded(key: string, object: KubeObject, view: ObjectView): boolean {
    const desired = this.options.desired.get(key);
    if (desired === undefined || view.ownership.relation !== 'ours' || view.toMerge || ignoresFields(desired)) return true;
    return hasOtherOwners(object, desired, this.options.context) || this.isCompared(key);
  }

  private isCompared(key: string): boolean {
    const { onDryRun, compares } = this.options;
    return onDryRun !== undefined && (compares?.(key) ?? true);
  }
}

function ignoresFields(desired: KubeObject): boolean {
  return ignoredPathsOf(desired).length > 0;
}
