/**
 * Every kind of harm, as data.
 */
import type { CannedAnswer } from './canned';
import type { ProxiedRequest } from './requests';

/** Done to any request; for a watch, to the opening of it. */
export type RequestFault =
  /** The connection is cut before anything reaches the server. */
  | { readonly type: 'refuse' }
  /** The server does it, and the connection is cut before the caller hears: was it committed? */
  | { readonly type: 'drop-answer' }
  /** The server does it, and the caller hears nothing, on a connection that stays open. */
  | { readonly type: 'silence' }
  /** The server gets it twice, one after the other; the caller gets the second answer. */
  | { readonly type: 'duplicate' }
  /** Reaches the server late, in milliseconds, also when the caller has given up by then. */
  | { readonly type: 'delay-request'; readonly ms: number }
  /** Done at once, and answered late, in milliseconds. */
  | { readonly type: 'delay-answer'; readonly ms: number }
  /** Answered by the proxy; the server gets nothing. */
  | { readonly type: 'answer'; readonly answer: CannedAnswer }
  /** The server does it, and the caller is answered 504, as by a load balancer that lost patience. */
  | { readonly type: 'timeout-after' }
  /** A complete answer whose body is only the first half of what it was: the JSON breaks off. */
  | { readonly type: 'truncate' }
  /** The connection is cut in the middle of the body. */
  | { readonly type: 'cut-body' }
  /**
   * A read is answered from what `FaultProxy.remember` has kept, as by a server that lags behind. Without a memory of it nothing is
   * changed.
   */
  | { readonly type: 'stale' }
  /**
   * Something of yours happens before the request is forwarded (`arrival`), or when the server has answered and the caller does not
   * know (`answer`): another client writes, a process is killed. Then it goes on, or the connection is cut.
   */
  | {
      readonly type: 'meanwhile';
      readonly at: 'arrival' | 'answer';
      readonly act: (request: ProxiedRequest) => void | Promise<void>;
      readonly then: 'go on' | 'cut';
    };

/** Done to an open watch, after so many events were let through (bookmarks among them). */
export type WatchFault =
  /** The connection is cut. */
  | { readonly type: 'watch-cut'; readonly after: number }
  /** Half an event, then the connection is cut. */
  | { readonly type: 'watch-half-line'; readonly after: number }
  /** Nothing more comes, on a connection that stays open. */
  | { readonly type: 'watch-freeze'; readonly after: number }
  /** Every event comes later, in milliseconds; without `ms` all are held until `RuleHandle.release`. */
  | { readonly type: 'watch-lag'; readonly after: number; readonly ms?: number }
  /** The next event comes twice. */
  | { readonly type: 'watch-duplicate'; readonly after: number }
  /**
   * The next two events come the other way round, of one object or of two. No API server does that within one stream; it shows what is
   * believed of an older state that comes after a newer one. The first waits for the second `ms` milliseconds; without `ms`, until the
   * server ends the stream.
   */
  | { readonly type: 'watch-reorder'; readonly after: number; readonly ms?: number }
  /** The next event never comes. No API server does that; it shows whether waiting for ever is bounded. */
  | { readonly type: 'watch-drop'; readonly after: number }
  /** No bookmark comes, also not the one that ends a streaming list. */
  | { readonly type: 'watch-no-bookmarks'; readonly after: number }
  /** An event of type ERROR with this code, then the end: 410 when the server has forgotten where we were. */
  | { readonly type: 'watch-error'; readonly after: number; readonly code: 410 | 500 };

export type Fault = RequestFault | WatchFault;

export function isWatchFault(fault: Fault): fault is WatchFault {
  return 'after' in fault;
}
