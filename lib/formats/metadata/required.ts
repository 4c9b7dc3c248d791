/** What dependencies ask for, and constraints that combine such. */
import { isJsonObject, type JsonObject } from '../../api';

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

export type Constraint =
  | { readonly form: 'kind'; readonly kind: RequiredKind }
  | { readonly form: 'package'; readonly package: RequiredPackage }
  /** `says`: the author's message where there is one, else the rule. Rules are about properties of packages in a catalog. */
  | { readonly form: 'cel'; readonly rule: string; readonly says: string }
  /** One of several that cannot be read: whether it is met is not known. */
  | { readonly form: 'malformed' }
  /** All of them, one of them, none of them. */
  | { readonly form: 'all' | 'any' | 'not'; readonly of: readonly Constraint[] };

export function requiredKinds({ group, version, kind }: JsonObject): readonly Constraint[] {
  const isWhole = typeof group === 'string' && typeof version === 'string' && typeof kind === 'string';
  return isWhole ? [{ form: 'kind', kind: { group, version, kind } }] : [];
}

/** @param key where the range is: `version` in dependencies, `versionRange` elsewhere */
export function requiredPackages({ packageName, ...fields }: JsonObject, key: 'version' | 'versionRange'): readonly Constraint[] {
  const range = fields[key];
  if (typeof packageName !== 'string') return [];
  return [{ form: 'package', package: { name: packageName, ...(typeof range === 'string' && range !== '' ? { range } : {}) } }];
}

/** The value of an `olm.constraint`: each of these is needed. What is malformed is left out; it is an issue of the bundle. */
export function readConstraint(value: JsonObject): readonly Constraint[] {
  return apart(parseConstraint(value));
}

/** All of them are needed, as if each stood alone. */
function apart(constraint: Constraint): readonly Constraint[] {
  if (constraint.form === 'malformed') return [];
  return constraint.form === 'all' ? constraint.of.flatMap(apart) : [constraint];
}

const MALFORMED: Constraint = { form: 'malformed' };

/** The value of an `olm.constraint` as it stands. */
export function parseConstraint(value: unknown): Constraint {
  if (!isJsonObject(value)) return MALFORMED;
  const { gvk, package: named, cel, all, any, not, failureMessage } = value;
  if (isJsonObject(gvk)) return requiredKinds(gvk)[0] ?? MALFORMED;
  if (isJsonObject(named)) return requiredPackages(named, 'versionRange')[0] ?? MALFORMED;
  if (isJsonObject(cel)) {
    const says = typeof failureMessage === 'string' && failureMessage !== '' ? failureMessage : cel['rule'];
    const rule = cel['rule'];
    return typeof rule === 'string' && typeof says === 'string' ? { form: 'cel', rule, says } : MALFORMED;
  }
  const [form, inner] = ([['all', all], ['any', any], ['not', not]] as const).find(([, found]) => isJsonObject(found)) ?? [];
  const given = isJsonObject(inner) ? inner['constraints'] : undefined;
  return form === undefined || !Array.isArray(given) || given.length === 0 ? MALFORMED : { form, of: given.map(parseConstraint) };
}

/**
 * Is it met on a cluster that serves these kinds? Undefined: they do not show it.
 * @param isServed undefined: that is not known
 */
export function isMet(constraint: Constraint, isServed: (kind: RequiredKind) => boolean | undefined): boolean | undefined {
  switch (constraint.form) {
    case 'kind':
      return isServed(constraint.kind);
    case 'package':
    case 'cel':
    case 'malformed':
      return undefined;
    default: {
      const met = constraint.of.map((one) => isMet(one, isServed));
      const [decided, otherwise] = { all: [false, true], any: [true, false], not: [true, false] }[constraint.form] as [boolean, boolean];
      const sum = met.includes(decided) ? decided : met.includes(undefined) ? undefined : otherwise;
      return constraint.form === 'not' && sum !== undefined ? !sum : sum;
    }
  }
}

/** `Certificate (cert-manager.io/v1)`. */
export function kindText({ group, version, kind }: RequiredKind): string {
  return `${kind} (${group === '' ? version : `${group}/${version}`})`;
}

/** `cert-manager >=1.14.0`. */
export function packageText({ name, range }: RequiredPackage): string {
  return range === undefined ? name : `${name} ${range}`;
}

/** `one of [Certificate (cert-manager.io/v1), package cert-manager >=1.14.0]`. */
export function constraintText(constraint: Constraint): string {
  switch (constraint.form) {
    case 'kind':
      return kindText(constraint.kind);
    case 'package':
      return `package ${packageText(constraint.package)}`;
    case 'cel':
      return JSON.stringify(constraint.says);
    case 'malformed':
      return 'something that is malformed';
    default:
      return `${QUANTITIES[constraint.form]} [${constraint.of.map(constraintText).join(', ')}]`;
  }
}

const QUANTITIES = { all: 'all of', any: 'one of', not: 'none of' } as const;
