/** Sealing and checking with the key of a cluster, which is read when it is first needed and then remembered with the connection. */
import type { Untrusted } from '../../api';
import { BoxcutterError } from '../../errors';
import {
  DEFAULT_STATE_KEY, keyAnswerOf, keyRef, newKeySecret, type KeyAnswer, type KeyCluster, type NoKey, type StateKeyPlace,
} from './key';
import { judgeSeal, sealOf, type Statement } from './seal';

/** How long it is remembered that there is no key for us, and that a seal is not of the key we know. */
const AGAIN_MS = 60_000;

/** A seal; or why there is none. */
export type Sealed = { readonly type: 'sealed'; readonly seal: string } | { readonly type: 'none'; readonly why: NoKey };

export class Seals {
  private known: Promise<KeyAnswer> | undefined;
  private askedAt = 0;

  constructor(
    private readonly cluster: KeyCluster,
    readonly place: StateKeyPlace,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Seals a statement. The first account that may, makes the key. @throws BoxcutterError `state-unreachable` */
  async seal(statement: Statement): Promise<Sealed> {
    const answer = await this.findOrMake();
    return answer.type === 'none' ? answer : { type: 'sealed', seal: sealOf(statement, answer.key) };
  }

  /** Is there a key for this account, by now? @throws BoxcutterError `state-unreachable` */
  async canSeal(): Promise<boolean> {
    return (await this.findOrMake()).type === 'key';
  }

  /**
   * Why a statement is not to be trusted; undefined: an account with the key made it. What has no seal needs no key to be judged.
   * @throws BoxcutterError `state-unreachable`
   */
  async doubt(seal: string | undefined, statement: Statement): Promise<Untrusted['why'] | undefined> {
    if (seal === undefined) return 'unsealed';
    const judged = await this.judge(seal, statement);
    // The Secret with the key may have been made anew since it was read.
    const verdict = judged === 'other-key' && this.isOld() ? await this.judge(seal, statement, true) : judged;
    return verdict === 'right' ? undefined : verdict === 'wrong' || verdict === 'other-key' ? 'seal-wrong' : verdict;
  }

  private async judge(seal: string, statement: Statement, anew = false): Promise<ReturnType<typeof judgeSeal> | NoKey> {
    const answer = await this.find(anew);
    return answer.type === 'none' ? answer.why : judgeSeal(seal, statement, answer.key);
  }

  private async findOrMake(): Promise<KeyAnswer> {
    const answer = await this.find();
    return answer.type === 'none' && answer.why === 'key-missing' ? this.remember(this.make()) : answer;
  }

  private async find(anew = false): Promise<KeyAnswer> {
    if (this.known !== undefined && !anew) {
      const before = await this.known;
      if (before.type === 'key' || !this.isOld()) return before;
    }
    this.askedAt = this.now();
    return this.remember(this.read());
  }

  /** What failed is not remembered. */
  private remember(answer: Promise<KeyAnswer>): Promise<KeyAnswer> {
    this.known = answer;
    answer.catch(() => {
      if (this.known === answer) this.known = undefined;
    });
    return answer;
  }

  private isOld(): boolean {
    return this.now() - this.askedAt >= AGAIN_MS;
  }

  private async read(): Promise<KeyAnswer> {
    const answer = keyAnswerOf(await this.cluster.get(keyRef(this.place)));
    return answer ?? this.unanswered('read');
  }

  private async make(): Promise<KeyAnswer> {
    const answer = await this.cluster.create(newKeySecret(this.place));
    // Another installer was faster, or an answer was lost: what is there now counts.
    if (answer.type === 'lost' || (answer.type === 'refused' && answer.status.code === 409)) return this.read();
    return keyAnswerOf(answer) ?? this.unanswered('create');
  }

  private unanswered(verb: string): never {
    const { namespace, name } = this.place;
    const what = `Cannot ${verb} the key of the state (Secret ${namespace}/${name}): no usable answer.`;
    throw new BoxcutterError('state-unreachable', 'server', what, {
      hint: 'Run the command again once the API server answers.',
    });
  }
}

const remembered = new WeakMap<KeyCluster, Map<string, Seals>>();

/** The seals of a connection: the key is read at most once for all that is done over it. */
export function sealsOf(cluster: KeyCluster, place: StateKeyPlace = DEFAULT_STATE_KEY): Seals {
  const known = remembered.get(cluster) ?? new Map<string, Seals>();
  remembered.set(cluster, known);
  const id = `${place.namespace}/${place.name}`;
  const seals = known.get(id) ?? new Seals(cluster, place);
  known.set(id, seals);
  return seals;
}
