/** What a bundle needs of a cluster beside what it brings: a version of Kubernetes, kinds, other packages. */
import { definedGroupKind, isJsonObject, type JsonObject } from '../api';
import type { TypedValue } from './bundle';
import { type Bundle, formatOf } from './list';

export interface RequiredKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface RequiredPackage {
  readonly name: string;
  /** As OLM writes ranges: `>=1.14.0 <2.0.0`. Absent: any. */
  readonly range?: string;
}

export interface BundleRequirements {
  /** The oldest version of Kubernetes: `1.30.0`. */
  readonly minKubeVersion?: string;
  /** Kinds from elsewhere, each once. */
  readonly kinds: readonly RequiredKind[];
  readonly packages: readonly RequiredPackage[];
}

/**
 * Of the ClusterServiceVersion, of `metadata/dependencies.yaml`, and of the properties that OLM makes of these. Constraints that combine
 * others (`all`, `any`, `not`, `cel`) are left out: what they need is for a resolver.
 */
export function requirementsOf(bundle: Bundle): BundleRequirements {
  const { minKubeVersion, requiredKinds = [] } = formatOf(bundle).inspect(bundle);
  const wanted = [...bundle.dependencies.flatMap(ofDependency), ...bundle.properties.flatMap(ofProperty)];
  const brought = new Set(bundle.crds.map(({ manifest }) => definedGroupKind(manifest)));
  const kinds = [...requiredKinds, ...wanted.flatMap((one) => ('kind' in one ? [one] : []))];
  const packages = wanted.flatMap((one) => ('name' in one ? [one] : []));
  return {
    ...(minKubeVersion === undefined || minKubeVersion === '' ? {} : { minKubeVersion }),
    kinds: distinct(kinds, kindText).filter(({ group, kind }) => !brought.has(`${group}/${kind}`)),
    packages: distinct(packages, packageText),
  };
}

/** `Certificate (cert-manager.io/v1)`. */
export function kindText({ group, version, kind }: RequiredKind): string {
  return `${kind} (${group === '' ? version : `${group}/${version}`})`;
}

/** `cert-manager >=1.14.0`. */
export function packageText({ name, range }: RequiredPackage): string {
  return range === undefined ? name : `${name} ${range}`;
}

/**
 * Is a version of Kubernetes older than this one? What stands behind the numbers (`-gke.1`, `+k3s1`) does not count, as in OLM; numbers
 * that one of them leaves out do not, either.
 */
export function isOlderKubernetes(version: string, than: string): boolean {
  const [given, least] = [numbersOf(version), numbersOf(than)];
  for (let index = 0; index < Math.min(given.length, least.length); index++) {
    const difference = (given[index] ?? 0) - (least[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function numbersOf(version: string): readonly number[] {
  return (/^v?(\d+(?:\.\d+)*)/.exec(version)?.[1] ?? '').split('.').filter((part) => part !== '').map(Number);
}

function ofDependency({ type, value }: TypedValue): readonly Requirement[] {
  const fields = fieldsOf(value);
  switch (type) {
    case 'olm.gvk':
      return kindOf(fields);
    case 'olm.package':
      return packageOf(fields, 'version');
    default:
      return ofConstraint({ type, value });
  }
}

/** `olm.gvk` and `olm.package` among the properties are what the bundle brings, and what it is. */
function ofProperty({ type, value }: TypedValue): readonly Requirement[] {
  const fields = fieldsOf(value);
  switch (type) {
    case 'olm.gvk.required':
      return kindOf(fields);
    case 'olm.package.required':
      return packageOf(fields, 'versionRange');
    default:
      return ofConstraint({ type, value });
  }
}

function ofConstraint({ type, value }: TypedValue): readonly Requirement[] {
  if (type !== 'olm.constraint') return [];
  const fields = fieldsOf(value);
  return [...kindOf(fieldsOf(fields['gvk'])), ...packageOf(fieldsOf(fields['package']), 'versionRange')];
}

type Requirement = RequiredKind | RequiredPackage;

function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function kindOf({ group, version, kind }: JsonObject): readonly RequiredKind[] {
  return typeof group === 'string' && typeof version === 'string' && typeof kind === 'string' ? [{ group, version, kind }] : [];
}

function packageOf({ packageName, ...fields }: JsonObject, key: 'version' | 'versionRange'): readonly RequiredPackage[] {
  const range = fields[key];
  if (typeof packageName !== 'string') return [];
  return [{ name: packageName, ...(typeof range === 'string' && range !== '' ? { range } : {}) }];
}

function distinct<T>(list: readonly T[], textOf: (one: T) => string): readonly T[] {
  return [...new Map(list.map((one) => [textOf(one), one])).values()];
}
