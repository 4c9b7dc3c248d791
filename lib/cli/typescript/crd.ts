/** A CustomResourceDefinition as far as types are made of it. */
import { definedKindOf, DEFINITION_API_VERSION, isDnsSubdomain, type JsonObject } from '../../api';
import { BoxcutterError } from '../../errors';

export interface CrdVersion {
  readonly name: string;
  readonly storage: boolean;
  /** What to say to its users. */
  readonly deprecation?: string;
  /** `openAPIV3Schema`; empty when there is none. */
  readonly schema: JsonObject;
}

export interface Crd {
  readonly group: string;
  readonly kind: string;
  readonly scope: 'Namespaced' | 'Cluster';
  /** Served ones: the one that is stored first, then by age as Kubernetes orders versions. */
  readonly versions: readonly CrdVersion[];
}

const KEEP_UNKNOWN = 'x-kubernetes-preserve-unknown-fields';

/** It becomes names of files and identifiers, like group and version. */
const KIND = /^[A-Za-z][A-Za-z0-9]{0,62}$/;

/**
 * @param origin file and line, for messages
 * @throws BoxcutterError `crd-invalid`
 */
export function crdOf(object: JsonObject, origin: string): Crd {
  const refuse = (why: string, hint: string): never => {
    throw new BoxcutterError('crd-invalid', 'input', `${origin}: no types can be made of this CustomResourceDefinition: ${why}.`, { hint });
  };
  if (object['apiVersion'] !== DEFINITION_API_VERSION) {
    refuse(`it is of ${String(object['apiVersion'])}`, `API servers take only ${DEFINITION_API_VERSION}.`);
  }
  const { group, kind, scope, keepsUnknownFields, versions: given } = definedKindOf(object);
  const valid = 'To check whether the file is complete: boxcutter render FILE';
  if (group === undefined || !isDnsSubdomain(group)) return refuse('spec.group is not a DNS name', valid);
  if (kind === undefined || !KIND.test(kind)) return refuse('spec.names.kind cannot be the name of a kind', valid);
  const versions = given.filter(({ served }) => served === true).map((version): CrdVersion => {
    const { name, storage = false, deprecated, deprecationWarning, schema = { [KEEP_UNKNOWN]: true } } = version;
    if (name === undefined || name.length > 63 || !isDnsSubdomain(name)) return refuse('a version has no name', valid);
    const deprecation = deprecationWarning ?? `${group}/${name} ${kind} is deprecated.`;
    return {
      name,
      storage,
      schema: keepsUnknownFields ? { ...schema, [KEEP_UNKNOWN]: true } : schema,
      ...(deprecated === true ? { deprecation } : {}),
    };
  });
  if (versions.length === 0) refuse('it serves no version', 'Set served: true for one of spec.versions.');
  const sorted = [...versions].sort((a, b) => Number(b.storage) - Number(a.storage) || byAge(a.name, b.name));
  return { group, kind, scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced', versions: sorted };
}

/** The order of Kubernetes: v2, v1, v2beta1, v1beta2, v1alpha1, then all others by name. */
function byAge(a: string, b: string): number {
  const [left, right] = [rank(a), rank(b)];
  const index = left.findIndex((part, position) => part !== right[position]);
  return index === -1 ? (a < b ? -1 : a > b ? 1 : 0) : (right[index] ?? 0) - (left[index] ?? 0);
}

function rank(version: string): readonly [isVersion: number, stability: number, major: number, minor: number] {
  const match = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version);
  if (match === null) return [0, 0, 0, 0];
  return [1, match[2] === undefined ? 2 : match[2] === 'beta' ? 1 : 0, Number(match[1]), Number(match[3] ?? 0)];
}
