/**
 * Looks into the Pods of what a run waits for, says what it finds, and ends the wait when trouble has lasted too long. An object that gets
 * ready within a few seconds costs no request.
 */
import type { KubeObject, ObjectRef } from '../../../api';
import { defined } from '../../../defined';
import type { Answer, Diagnosis, Diagnostician, State } from '../../../engine';
import { waitedFor, type WaitedFor } from '../../../engine/internal';
import { LastWords, type LogReader } from '../../explain/last-words';
import { hasPods, podsOf, troubleText, type Lister, type PodChain } from '../../explain/pods';
import { hasExceededDeadline, type StallCause } from '../../explain/stalls';
import { Patience, type Grace, type Stall, type Trouble } from './patience';

/** Time between two looks: what has been waited for at one, and still is at the next, is looked into. */
const PERIOD_MS = 3_000;

/** Objects that are looked into at once; the others have their turn next. */
const AT_ONCE = 5;

export interface StallWatchOptions {
  readonly lister: Lister & Partial<LogReader>;
  readonly get: (ref: ObjectRef) => Promise<Answer>;
  readonly grace?: Partial<Grace>;
  /** Milliseconds that only grow. @default performance.now */
  readonly now?: () => number;
  /** @default 3000 */
  readonly periodMs?: number;
}

type Tell = (key: string, diagnosis: Diagnosis | undefined) => void;

export class StallWatch implements Diagnostician {
  private readonly patience: Patience;
  private readonly words: LastWords | undefined;
  private tell: Tell = () => undefined;
  private state: State | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;
  /** What was waited for at the last look, by key: the very objects. */
  private waited = new Map<string, WaitedFor>();
  /** Keys in the order of their turns. */
  private turns: string[] = [];

  constructor(private readonly options: StallWatchOptions) {
    this.patience = new Patience(options.grace);
    const { lister } = options;
    this.words = lister.podLog === undefined ? undefined : new LastWords({ podLog: lister.podLog.bind(lister) });
  }

  start(tell: Tell): void {
    this.tell = tell;
    this.later();
  }

  show(state: State): void {
    this.state = state;
  }

  end(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private later(): void {
    if (this.isOver) return;
    this.timer = setTimeout(() => void this.look().finally(() => this.later()), this.options.periodMs ?? PERIOD_MS);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    const waiting = this.state === undefined ? [] : waitedFor(this.state).filter(({ ref }) => hasPods(ref));
    const now = new Map(waiting.map((one) => [one.key, one]));
    for (const [key, { uid }] of this.waited) if (now.get(key)?.uid !== uid) this.patience.forget(key);
    const due = waiting.filter(({ key, uid }) => this.waited.get(key)?.uid === uid).map(({ key }) => key);
    this.waited = now;
    this.turns = [...this.turns.filter((key) => due.includes(key)), ...due.filter((key) => !this.turns.includes(key))];
    const those = this.turns.splice(0, AT_ONCE);
    this.turns.push(...those);
    await Promise.all(those.flatMap((key) => now.get(key) ?? []).map((one) => this.examine(one)));
  }

  private async examine({ key, ref, uid }: WaitedFor): Promise<void> {
    const answer = await this.options.get(ref);
    if (answer.type !== 'object' || answer.object.metadata.uid !== uid) return;
    const pods = await podsOf(this.options.lister, answer.object, this.words);
    if (this.isOver) return;
    const now = (this.options.now ?? (() => performance.now()))();
    const stall = this.patience.judge(key, troublesOf(answer.object, pods), now, pods?.ready);
    const why = stall === undefined ? firstTrouble(pods) : stalledText(stall);
    const aside = pods?.pods.find(({ lastWords }) => lastWords !== undefined)?.lastWords;
    const said = { uid, text: `${countText(pods)}${why}`, final: stall !== undefined, ...defined({ aside }) };
    this.tell(key, why === undefined ? undefined : said);
  }
}

/** `1 of 3 Pods ready; `: where it is one Pod or none, the trouble says enough. */
function countText(pods: PodChain | undefined): string {
  const wanted = pods?.wanted ?? pods?.total ?? 0;
  return pods === undefined || wanted < 2 ? '' : `${pods.ready} of ${wanted} Pods ready; `;
}

function troublesOf(object: KubeObject, pods: PodChain | undefined): readonly Trouble[] {
  // How often a Job may fail is said by the Job itself.
  const isPatient = (stall: StallCause): boolean => object.kind === 'Job' && stall === 'crash';
  const ofPods = (pods?.pods ?? []).flatMap(({ name, stall, reasons }): Trouble[] => (
    stall === undefined || isPatient(stall) ? [] : [{ cause: stall, text: reasonText(name, reasons) }]
  ));
  const why = firstTrouble(pods);
  const deadline = `it has made no progress within its own deadline (.spec.progressDeadlineSeconds)${why === undefined ? '' : `: ${why}`}`;
  return hasExceededDeadline(object) ? [{ cause: 'deadline', text: deadline }, ...ofPods] : ofPods;
}

function firstTrouble(pods: PodChain | undefined): string | undefined {
  const [pod] = pods?.pods ?? [];
  const [trouble] = pods?.troubles ?? [];
  if (trouble !== undefined) return troubleText(trouble);
  return pod === undefined ? undefined : reasonText(pod.name, pod.reasons);
}

function reasonText(pod: string, reasons: readonly string[]): string {
  return `Pod ${pod}: ${reasons[0] ?? 'is not ready'}`;
}

/** `Pod web-x: container main waits: ImagePullBackOff, for 62 s`. */
function stalledText({ text, lastedMs }: Stall): string {
  const seconds = Math.round(lastedMs / 1000);
  return seconds === 0 ? text : `${text} (for ${seconds} s)`;
}
