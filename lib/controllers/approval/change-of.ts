import { parse } from 'semver';

/** How much an upgrade changes, by semantic versioning; a downgrade, and what is no version, counts as the most. */
export function changeOf(from: string, to: string): 'Patch' | 'Minor' | 'Major' {
  const [before, after] = [parse(from), parse(to)];
  if (before === null || after === null || after.compare(before) < 0 || after.major !== before.major) return 'Major';
  return after.minor === before.minor ? 'Patch' : 'Minor';
}
