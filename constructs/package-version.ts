/** The version of a package, as its author gives it. */
import { parse } from 'semver';
import type { Finding } from '../lib/schema';

/** Whoever upgrades compares versions: a text that is none would be found out on a cluster only. */
export function checkVersion(version: string | undefined, origin: string): Finding[] {
  // The library also takes a leading v or =, and spaces around, which are no part of a semantic version.
  if (version === undefined || (/^\d.*\S$/.test(version) && parse(version) !== null)) return [];
  const hint = 'Write three numbers, and a pre-release or build after them if there is one: "1.2.0", "1.2.0-rc.1", "1.2.0+build.7".';
  return [{ code: 'invalid-version', severity: 'error', message: `"${version}" is no semantic version`, path: 'version', hint, origin }];
}
