/** What a bundle needs of a cluster beside what it brings: a version of Kubernetes, kinds, other packages. */
import { definedGroupKind, isJsonObject, type JsonObject } from '../api';
import type { Issue } from '../issue';
import type { TypedValue } from './bundle';
import { bundleIssue } from './bundle-wording';
import { type Bundle, formatOf } from './list';
import {
  type Constraint, constraintText, isMet, kindText, packageText, readConstraint, type RequiredKind, requiredKinds, type RequiredPackage,
  requiredPackages,
} from './metadata/required';

export interface BundleRequirements {
  /** The oldest version of Kubernetes: `1.30.0`. */
  readonly minKubeVersion?: string;
  /** Kinds from elsewhere, each once. */
  readonly kinds: readonly RequiredKind[];
  readonly packages: readonly RequiredPackage[];
  /** What is needed beside these: one of several, none of several, or what a rule in CEL says. Each once. */
  readonly constraints: readonly Constraint[];
  /** The newest OpenShift that the bundle supports: `4.18`. No other cluster asks for it. */
  readonly maxOpenShiftVersion?: string;
}

/** Of the ClusterServiceVersion, of `metadata/dependencies.yaml`, and of the properties that OLM makes of these. */
export function requirementsOf(bundle: Bundle): BundleRequirements {
  const { minKubeVersion, requiredKinds: ofFormat = [] } = formatOf(bundle).inspect(bundle);
  const wanted = [...bundle.dependencies.flatMap(ofDependency), ...bundle.properties.flatMap(ofProperty)];
  const brought = new Set(bundle.crds.map(({ manifest }) => definedGroupKind(manifest)));
  const isBrought = ({ group, kind }: RequiredKind): boolean => brought.has(`${group}/${kind}`);
  const kinds = [...ofFormat, ...wanted.flatMap((one) => (one.form === 'kind' ? [one.kind] : []))];
  const packages = wanted.flatMap((one) => (one.form === 'package' ? [one.package] : []));
  const others = wanted.filter(({ form }) => form !== 'kind' && form !== 'package');
  const newest = bundle.properties.find(({ type }) => type === 'olm.maxOpenShiftVersion')?.value;
  return {
    ...(minKubeVersion === undefined || minKubeVersion === '' ? {} : { minKubeVersion }),
    kinds: distinct(kinds, kindText).filter((kind) => !isBrought(kind)),
    packages: distinct(packages, packageText),
    constraints: distinct(others, constraintText).filter((one) => isMet(one, (kind) => isBrought(kind) || undefined) !== true),
    ...(typeof newest === 'string' && newest !== '' ? { maxOpenShiftVersion: newest } : {}),
  };
}

/** What the bundle needs of a cluster that is not known, as warnings. What Kubernetes it needs, rendering reports. */
export function requirementIssues(bundle: Bundle): readonly Issue[] {
  const { kinds, packages, constraints } = requirementsOf(bundle);
  const place = { origin: formatOf(bundle).mainOrigin(bundle) };
  const { name } = bundle;
  return [
    ...(kinds.length === 0 ? [] : [bundleIssue('bundle-needs-kinds', { bundle: name, kinds: kinds.map(kindText) }, place)]),
    ...(packages.length === 0 ? [] : [bundleIssue('bundle-needs-packages', { bundle: name, packages: packages.map(packageText) }, place)]),
    ...constraints.map((one) => bundleIssue('bundle-constraint', { bundle: name, constraint: constraintText(one) }, place)),
  ];
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

function ofDependency({ type, value }: TypedValue): readonly Constraint[] {
  const fields = fieldsOf(value);
  switch (type) {
    case 'olm.gvk':
      return requiredKinds(fields);
    case 'olm.package':
      return requiredPackages(fields, 'version');
    case 'olm.constraint':
      return readConstraint(fields);
    default:
      return [];
  }
}

/** `olm.gvk` and `olm.package` among the properties are what the bundle brings, and what it is. */
function ofProperty({ type, value }: TypedValue): readonly Constraint[] {
  const fields = fieldsOf(value);
  switch (type) {
    case 'olm.gvk.required':
      return requiredKinds(fields);
    case 'olm.package.required':
      return requiredPackages(fields, 'versionRange');
    case 'olm.constraint':
      return readConstraint(fields);
    default:
      return [];
  }
}

function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function distinct<T>(list: readonly T[], textOf: (one: T) => string): readonly T[] {
  return [...new Map(list.map((one) => [textOf(one), one])).values()];
}
