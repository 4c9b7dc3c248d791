/** Sums by address, from lines of `<SHA-256 sum>  <address>`. Lines that begin with # are comments. */
export function readPinnedSums(text: string): ReadonlyMap<string, string> {
  const entries = text.split('\n').flatMap((line): [string, string][] => {
    const [, sum, address] = /^([0-9a-f]{64})  (\S+)$/.exec(line) ?? [];
    return sum === undefined || address === undefined ? [] : [[address, sum]];
  });
  return new Map(entries);
}
