import type { KubeObject } from '../../api';
import type { ObserveScope, StreamProblem } from '../../engine/ports';
import type { Backoff } from './backoff';
import { Differ, type StreamListener } from './differ';
import { Position } from './position';
import type { WatchEvent } from './watch';

/** A problem that was reported and is not over. */
export interface OpenProblem {
  readonly answer: StreamProblem;
  readonly retrying: boolean;
}

/**
 * What a stream has learnt from the server so far, and what of it was reported: objects, position, problem. It asks the server for
 * nothing; that does the reflector.
 */
export class StreamState {
  readonly position = new Position();
  /** All objects that exist were reported. */
  synced = false;
  private readonly differ: Differ;
  private open: OpenProblem | undefined;
  /** The last watch ended with an ERROR event: that the next one opens does not mean that it is over. */
  private errored = false;

  /** @param backoff is reset when the server says something that can be used */
  constructor(
    scope: ObserveScope,
    routeLabel: string | undefined,
    private readonly backoff: Backoff,
    private readonly listener: StreamListener,
  ) {
    this.differ = new Differ(scope, routeLabel, listener);
  }

  get problem(): OpenProblem | undefined {
    return this.open;
  }

  get objects(): Differ['objects'] {
    return this.differ.objects;
  }

  /** A list begins, or begins anew. */
  beginList(): void {
    this.differ.begin();
  }

  /** The list that is being read shows this object. */
  list(object: KubeObject): void {
    this.differ.put(object);
  }

  /** A list beside the stream has shown this. */
  note(object: KubeObject): void {
    this.differ.note(object, this.position.reportedUpTo);
  }

  /** Everything that exists was shown, as of this version. */
  complete(version: string | undefined): 'go on' | 'stop' {
    this.errored = false;
    if (!this.position.listed(version)) {
      this.restore();
      return 'stop';
    }
    this.differ.end(version);
    this.backoff.reset();
    this.reportSynced(version);
    return 'go on';
  }

  /** A watch has opened. Nothing that was reported before is void: what was missed follows as ordinary changes. */
  watchOpened(): void {
    if (this.open !== undefined && !this.errored) this.reportSynced(undefined);
  }

  /** A change after the initial state. */
  change({ type, object }: WatchEvent): 'go on' | 'stop' {
    if (this.open !== undefined) this.reportSynced(undefined);
    const { resourceVersion } = object.metadata;
    this.backoff.reset();
    this.position.trust();
    this.errored = false;
    if (type === 'DELETED') {
      this.differ.remove(object);
      // Some aggregated servers give the last version instead of that of the deletion.
      if (this.position.isAhead(resourceVersion)) return 'go on';
    } else if (this.position.isAhead(resourceVersion)) {
      this.restore();
      return 'stop';
    } else if (type !== 'BOOKMARK') {
      this.differ.put(object);
    }
    this.position.advance(resourceVersion);
    return 'go on';
  }

  /** An earlier state than one that was shown: versions begin anew, and equal ones may mean other content. All is reported again. */
  restore(): void {
    this.position.restart();
    this.differ.objects.distrust();
    this.listener.restored();
  }

  /** The watch ended with an ERROR event of the server. */
  watchErrored(answer: StreamProblem): void {
    this.position.question(1);
    this.errored = true;
    this.fail(answer, false);
  }

  /**
   * The kind is not served (any more). That says nothing of its objects: they are stored, and are there again when it is served again. What
   * was seen stays, until a list shows what became of it.
   */
  unserved(): void {
    this.position.relist();
    this.synced = false;
    this.fail({ type: 'unserved' }, false);
  }

  /** @param final it is not tried again */
  fail(answer: StreamProblem, final: boolean): void {
    this.open = { answer, retrying: !final };
    if (answer.type === 'lost') this.position.suspectServer();
    this.listener.failed(answer, !final);
  }

  /** @param version of the state of the cluster that was just shown as a whole */
  private reportSynced(version: string | undefined): void {
    this.open = undefined;
    this.synced = true;
    this.listener.synced(version);
  }
}
