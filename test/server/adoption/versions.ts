/** Versions of charts as the names of their folders: with or without `v`. */
export function compareSemver(a: string, b: string): number {
  const [one, two] = [a, b].map((version) => version.replace(/^v/, '').split('.').map(Number));
  return [0, 1, 2].map((place) => (one?.[place] ?? 0) - (two?.[place] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
