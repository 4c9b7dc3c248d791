/** Versions, releases and ranges of versions as OLM reads them. */
import { parse } from 'semver';

/** A semantic version to the letter: three numbers, no leading `v`. */
export function isVersion(text: string): boolean {
  return /^\d/.test(text) && !/\s/.test(text) && text.length <= 256 && parse(text) !== null;
}

/** The parts between dots of a pre-release: letters, digits and hyphens; numbers without leading zeros. */
const IDENTIFIER = /^(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)$/;

/** Why a text is no release: it has up to 20 characters, and is written like the pre-release of a version (`2`, `rc.1`). */
export function releaseFault(text: string): ReleaseFault | undefined {
  if (text.length > 20) return 'length';
  return text.split('.').every((part) => IDENTIFIER.test(part)) ? undefined : 'characters';
}

export type ReleaseFault = 'length' | 'characters';

/** What stands behind `+`. */
export function buildMetadataOf(version: string): string | undefined {
  return parse(version)?.build.join('.') || undefined;
}

/** Ranges in OLM's form: `>=1.2.0 <2.0.0 || 3.x`, with `=`, `!=`, `>`, `>=`, `<`, `<=` and `x` for a part. */
export function isVersionRange(text: string): boolean {
  if (text.length > 4096) return false;
  return text.split('||').every((all) => {
    const comparators = all.trim().replace(/([<>=!]+)\s+/g, '$1').split(/\s+/);
    return comparators.every((comparator) => {
      const version = /^(?:==?|!=?|[<>]=?)?([^<>=!].*)$/.exec(comparator)?.[1];
      return version !== undefined && (isVersion(version) || /^\d{1,10}(?:\.\d{1,10})?\.x(?:\.x)?$/.test(version));
    });
  });
}

/** How a version is written within the name of an object: lower case, `-` for `+`, and the release behind it. */
export function nameOfVersion(version: string, release?: string): string {
  return [version.toLowerCase().replaceAll('+', '-'), ...(release === undefined ? [] : [release.toLowerCase()])].join('-');
}
