/** What is wrong with a text that should be a semantic version to the letter, found in the order in which OLM's library looks. */
import { parse } from 'semver';

export type VersionPart = 'major' | 'minor' | 'patch';

export type VersionProblem =
  | { readonly found: 'empty' | 'not-three-numbers' | 'empty-number' | 'empty-prerelease' | 'empty-build' }
  | { readonly found: 'not-a-number' | 'leading-zero'; readonly part: VersionPart; readonly text: string }
  | { readonly found: 'prerelease-zero' | 'prerelease-characters' | 'build-characters' | 'too-large'; readonly text: string };

/** A semantic version to the letter: three numbers, no leading `v`, no leading zeros. */
export function isVersion(text: string): boolean {
  return strictVersionProblem(text) === undefined;
}

export function strictVersionProblem(version: string): VersionProblem | undefined {
  if (version === '') return { found: 'empty' };
  const [major = '', minor, ...others] = version.split('.');
  if (minor === undefined || others.length === 0) return { found: 'not-three-numbers' };
  const [patchAndPrerelease = '', build] = cut(others.join('.'), '+');
  const [patch = '', prerelease] = cut(patchAndPrerelease, '-');
  const problem = numberProblem('major', major) ?? numberProblem('minor', minor) ?? numberProblem('patch', patch)
    ?? (prerelease === undefined ? undefined : prereleaseProblem(prerelease))
    ?? (build === undefined ? undefined : buildProblem(build));
  return problem ?? (parse(version) === null ? { found: 'too-large', text: version } : undefined);
}

export function versionProblemText(problem: VersionProblem): string {
  switch (problem.found) {
    case 'empty':
      return 'Version string empty';
    case 'not-three-numbers':
      return 'No Major.Minor.Patch elements found';
    case 'empty-number':
      return 'strconv.ParseUint: parsing "": invalid syntax';
    case 'not-a-number':
      return `Invalid character(s) found in ${problem.part} number ${JSON.stringify(problem.text)}`;
    case 'leading-zero':
      return `${NAMES[problem.part]} number must not contain leading zeroes ${JSON.stringify(problem.text)}`;
    case 'empty-prerelease':
      return 'Prerelease is empty';
    case 'prerelease-zero':
      return `Numeric PreRelease version must not contain leading zeroes ${JSON.stringify(problem.text)}`;
    case 'prerelease-characters':
      return `Invalid character(s) found in prerelease ${JSON.stringify(problem.text)}`;
    case 'empty-build':
      return 'Build meta data is empty';
    case 'build-characters':
      return `Invalid character(s) found in build meta data ${JSON.stringify(problem.text)}`;
    case 'too-large':
      return `Number too large in ${JSON.stringify(problem.text)}`;
  }
}

const NAMES = { major: 'Major', minor: 'Minor', patch: 'Patch' } as const;

function cut(text: string, separator: string): readonly [before: string, behind: string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function numberProblem(part: VersionPart, text: string): VersionProblem | undefined {
  if (text === '') return { found: 'empty-number' };
  if (!/^\d+$/.test(text)) return { found: 'not-a-number', part, text };
  return text.length > 1 && text.startsWith('0') ? { found: 'leading-zero', part, text } : undefined;
}

function prereleaseProblem(prerelease: string): VersionProblem | undefined {
  for (const text of prerelease.split('.')) {
    const problem = identifierProblem(text);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Of one part, between dots, of a pre-release: letters, digits and hyphens; numbers without leading zeros. */
export function identifierProblem(text: string): VersionProblem | undefined {
  if (text === '') return { found: 'empty-prerelease' };
  if (/^0\d+$/.test(text)) return { found: 'prerelease-zero', text };
  return /^[0-9A-Za-z-]+$/.test(text) ? undefined : { found: 'prerelease-characters', text };
}

function buildProblem(build: string): VersionProblem | undefined {
  for (const text of build.split('.')) {
    if (text === '') return { found: 'empty-build' };
    if (!/^[0-9A-Za-z-]+$/.test(text)) return { found: 'build-characters', text };
  }
  return undefined;
}
