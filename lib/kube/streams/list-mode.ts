import { ConnectionFailure, type Outcome } from '../http';
import type { WatchEnd } from './watch';

/** What all reflectors of a cluster have learnt about the server. */
export interface ServerTraits {
  /** Initial state as a stream (WatchList, KEP-3157; on by default since Kubernetes 1.34). */
  watchList: boolean;
}

/** Something on the way to the server does not let streaming lists live: after so many, pages are asked for. */
const CUTS = 3;
/** Answers of a server that does not know the parameters of a streaming list. */
const UNKNOWN = [400, 405, 406, 415, 422];

/** How a reflector asks for the initial state: as a stream while that works, else in pages. */
export class ListMode {
  private plain = false;
  /** Streaming lists in a row that were cut before they were complete. */
  private cuts = 0;

  constructor(private readonly traits: ServerTraits) {}

  get isStreaming(): boolean {
    return this.traits.watchList && !this.plain;
  }

  /** From now on in pages. */
  usePages(): void {
    this.plain = true;
  }

  /** A streaming list has ended. True when pages have to be asked for instead, at once. */
  streamEnded(end: WatchEnd, complete: boolean): boolean {
    if (complete) this.cuts = 0;
    else if (end.type === 'ended') this.cuts += 1;
    if (!complete && (end.type === 'silent' || this.cuts >= CUTS)) this.plain = true;
    if (end.type !== 'refused' || !isStatus(end.outcome, UNKNOWN)) return !complete && this.plain;
    this.plain = true;
    if (/sendInitialEvents|resourceVersionMatch/.test(end.outcome.body)) this.traits.watchList = false;
    return true;
  }
}

/** Has the server answered with one of these codes? */
export function isStatus(outcome: Outcome, codes: readonly number[]): outcome is Exclude<Outcome, ConnectionFailure> {
  return !(outcome instanceof ConnectionFailure) && codes.includes(outcome.status);
}
