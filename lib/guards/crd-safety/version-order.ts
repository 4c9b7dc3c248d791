/**
 * Order of API versions as Kubernetes has it: `v1alpha1`, `v1beta1`, `v1beta2`, `v1`, `v2`; names of another form come before them.
 * Source: "Version priority" of the documentation of CustomResourceDefinitions.
 */
import { compareBytes } from '../../api/canonical-json';

/** Ascending: what is older or less stable first. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)];
  if (one === undefined || other === undefined) {
    if (one !== undefined || other !== undefined) return one === undefined ? -1 : 1;
    return compareBytes(b, a);
  }
  return one.stability - other.stability || compareDigits(one.major, other.major) || compareDigits(one.minor, other.minor);
}

function partsOf(version: string): { readonly major: string; readonly stability: number; readonly minor: string } | undefined {
  const [, major, word, minor] = /^v([1-9]\d{0,30})(?:(alpha|beta)([1-9]\d{0,30}))?$/.exec(version) ?? [];
  if (major === undefined) return undefined;
  return { major, stability: word === undefined ? 2 : word === 'beta' ? 1 : 0, minor: minor ?? '' };
}

/** Numbers without leading zeros, however long. */
function compareDigits(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
