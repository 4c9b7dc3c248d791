/**
 * How slow a transfer may be. A limit for the time between two bytes alone lets a server hold a request for as long as it likes, a byte at
 * a time; a limit for the whole alone is either too short for large content or too long for small.
 */
export interface Pace {
  /** Milliseconds that every transfer has, whatever its size. */
  readonly graceMs: number;
  /** After that, each second has to bring so many bytes on average. */
  readonly bytesPerSecond: number;
  /** Milliseconds that no transfer may exceed. */
  readonly mostMs: number;
}

/** Milliseconds that a transfer of so many bytes may take. */
export function allowanceMs({ graceMs, bytesPerSecond, mostMs }: Pace, bytes: number): number {
  return Math.min(mostMs, graceMs + (bytes / bytesPerSecond) * 1000);
}

/** Watches one transfer that begins now. */
export interface PaceKeeper {
  /** So many bytes more have come. */
  moved(bytes: number): void;
  /** The transfer is over. */
  end(): void;
}

/** @param tooSlow called once, with the reason as the end of a sentence, when the transfer falls behind */
export function keepPace(pace: Pace, tooSlow: (why: string) => void): PaceKeeper {
  const startedAt = performance.now();
  let bytes = 0;
  const look = (): void => {
    const passed = performance.now() - startedAt;
    const left = allowanceMs(pace, bytes) - passed;
    if (left > 0) timer = setTimeout(look, left);
    else tooSlow(`it sends too slowly: ${bytes} bytes in ${Math.round(passed / 100) / 10} s`);
  };
  let timer = setTimeout(look, allowanceMs(pace, 0));
  return {
    moved: (more) => void (bytes += more),
    end: () => clearTimeout(timer),
  };
}
