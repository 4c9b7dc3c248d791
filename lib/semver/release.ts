/** Releases: what tells packagings of the same version apart. */
import { parse } from 'semver';
import { identifierProblem, type VersionProblem } from './strict-version';

const LONGEST = 20;

/** Why a text is no release: it has up to 20 characters, and is written like the pre-release of a version (`2`, `rc.1`). */
export type ReleaseProblem =
  | { readonly found: 'length' }
  | { readonly found: 'characters'; /** Which part, between dots, from 0. */ readonly index: number; readonly problem: VersionProblem };

export function releaseProblem(text: string): ReleaseProblem | undefined {
  if (text.length > LONGEST) return { found: 'length' };
  for (const [index, part] of text.split('.').entries()) {
    const problem = identifierProblem(part);
    if (problem !== undefined) return { found: 'characters', index, problem };
  }
  return undefined;
}

/** What stands behind `+`. */
export function buildMetadataOf(version: string): string | undefined {
  return parse(version)?.build.join('.') || undefined;
}
