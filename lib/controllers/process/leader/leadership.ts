/** The right to write: one process of several has it at a time. */
export interface Leadership {
  /** Whether it is held now. False as soon as the lease could not be renewed in time, before another process may take it. */
  held(): boolean;
  /** Resolves with the reason when it is lost. Never when it is given back. */
  readonly lost: Promise<string>;
  /** Gives it back, so that another process need not wait for its end. Never rejects. */
  release(): Promise<void>;
}

/** Waits for the leadership. @returns undefined when the signal fires before */
export type Candidacy = (signal: AbortSignal) => Promise<Leadership | undefined>;

/** The leadership of a process that is alone. */
export const ALONE: Leadership = { held: () => true, lost: new Promise(() => {}), release: () => Promise.resolve() };
