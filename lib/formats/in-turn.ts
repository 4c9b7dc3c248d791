/** Work that takes much memory: only so much of it at a time. */
const MOST = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Begins when there is room. The first that asks is the first that begins, whatever becomes of the others. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running === MOST) await new Promise<void>((begin) => waiting.push(begin));
  else running += 1;
  try {
    return await work();
  } finally {
    // Whoever is next takes the place over.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
