/** How far downloads and builds are, for people. */

export interface ProgressListener {
  /** Called with a line when a step begins or is over, and when it has to be tried again. */
  readonly onProgress?: ((line: string) => void) | undefined;
  /**
   * Called once a second with how far the step is: each line takes the place of the one before, on a terminal for example.
   * @default a line of `onProgress` every 15 seconds
   */
  readonly onStatus?: ((line: string) => void) | undefined;
}

/** Reports how far it is until the function that it answers is called. `statusNow`: undefined while there is nothing to say. */
export function reportWhile({ onProgress, onStatus }: ProgressListener, statusNow: () => string | undefined): () => void {
  const began = performance.now();
  const tell = (): void => {
    const status = statusNow();
    if (status !== undefined) (onStatus ?? onProgress)?.(`${status}, ${secondsSince(began)} s so far`);
  };
  const ticker = setInterval(tell, onStatus === undefined ? 15_000 : 1_000);
  return () => clearInterval(ticker);
}

export function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 1000);
}

/** `12.3`, in millions of bytes. */
export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
