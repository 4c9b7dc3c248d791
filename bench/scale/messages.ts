/** What the process that keeps and the benchmark say to each other. Times are milliseconds since 1970, to a fraction. */
export interface Sample {
  readonly at: number;
  readonly rssMiB: number;
  readonly heapMiB: number;
  /** Since the process began. */
  readonly cpuSeconds: number;
  readonly requests: Readonly<Record<string, number>>;
}

export type FromKeeper =
  | ({
      readonly type: 'steady';
      /** Since the start of the process. */
      readonly seconds: number;
      readonly extensions: number;
      readonly objects: number;
      readonly peakMiB: number;
    } & Sample)
  | ({ readonly type: 'sample' } & Sample)
  | {
      readonly type: 'drift';
      readonly name: string;
      readonly at: number;
      /** From the arrival of the piece of the stream with the change to the decision. */
      readonly decidingMs: number;
    }
  | { readonly type: 'repaired'; readonly name: string; readonly at: number }
  | { readonly type: 'other'; readonly text: string }
  /** Answer to `loop`. */
  | { readonly type: 'loop'; readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number; readonly peakMiB: number };

export type ToKeeper =
  /** Say how late timers were since the last time. */
  | { readonly type: 'loop' }
  | { readonly type: 'stop' };
