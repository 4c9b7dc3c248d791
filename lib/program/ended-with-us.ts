/** Programs that must not go on when this process has ended: nobody would stop them. */
const kills = new Set<() => void>();

/** @returns to be called when the program has ended by itself */
export function endedWithUs(kill: () => void): () => void {
  if (kills.size === 0) process.on('exit', endAll);
  kills.add(kill);
  return () => {
    kills.delete(kill);
    if (kills.size === 0) process.off('exit', endAll);
  };
}

/** For a signal, which ends a process without its exit. */
export function endAll(): void {
  kills.forEach((kill) => kill());
}
