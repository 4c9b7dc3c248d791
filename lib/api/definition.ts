/** CustomResourceDefinitions among objects, and other kinds that hold data, also among those of which nothing is checked yet. */
import { defined } from '../defined';
import { asObject, groupOf, isJsonObject, type JsonObject } from './object';

/** The only form of definitions that API servers serve (since Kubernetes 1.22), and the only one whose schemas we read. */
export const DEFINITION_API_VERSION = 'apiextensions.k8s.io/v1';

interface AnyKind {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
}

/** Is it a CustomResourceDefinition, in whichever form? */
export function isDefinition({ apiVersion, kind }: AnyKind): boolean {
  return kind === 'CustomResourceDefinition' && typeof apiVersion === 'string' && groupOf(apiVersion) === 'apiextensions.k8s.io';
}

/** Is it a CustomResourceDefinition whose schemas can be read? */
export function isReadableDefinition({ apiVersion, kind }: AnyKind): boolean {
  return kind === 'CustomResourceDefinition' && apiVersion === DEFINITION_API_VERSION;
}

/** What a CustomResourceDefinition defines. What is malformed is absent here; checks of the definition itself report it. */
export interface DefinedKind {
  readonly group?: string;
  readonly kind?: string;
  /** The name that requests and RBAC have for the kind: `deployments`. */
  readonly plural?: string;
  /** `Namespaced` or `Cluster`, where it is written as the API says. */
  readonly scope?: string;
  /** Every version keeps fields that its schema does not name. */
  readonly keepsUnknownFields: boolean;
  /** In the order of the definition. */
  readonly versions: readonly DefinedVersion[];
}

export interface DefinedVersion {
  readonly name?: string;
  readonly served?: boolean;
  /** Objects are written into storage in this version. */
  readonly storage?: boolean;
  readonly deprecated?: boolean;
  /** What the server says to users of a deprecated version, instead of a sentence of its own. */
  readonly deprecationWarning?: string;
  /** `openAPIV3Schema`. */
  readonly schema?: JsonObject;
}

/** The one reader of `spec` of CustomResourceDefinitions. Never throws: nothing is certain of the object. */
export function definedKindOf({ spec: given }: { readonly [key: string]: unknown }): DefinedKind {
  const spec = asObject(given);
  const names = asObject(spec?.['names']);
  const versions: unknown = spec?.['versions'];
  return {
    ...defined({
      group: textOf(spec?.['group']), kind: textOf(names?.['kind']), plural: textOf(names?.['plural']), scope: textOf(spec?.['scope']),
    }),
    keepsUnknownFields: spec?.['preserveUnknownFields'] === true,
    versions: Array.isArray(versions) ? versions.filter(isJsonObject).map(definedVersion) : [],
  };
}

/** `group/Kind`, as `groupKindOf` names the kind of an object. Undefined: the object is no definition, or does not say what it defines. */
export function definedGroupKind(object: { readonly [key: string]: unknown }): string | undefined {
  if (!isDefinition(object)) return undefined;
  const { group, kind } = definedKindOf(object);
  return group === undefined || kind === undefined ? undefined : `${group}/${kind}`;
}

function definedVersion({ name, served, storage, deprecated, deprecationWarning, schema }: JsonObject): DefinedVersion {
  return defined({
    name: textOf(name),
    served: truthOf(served),
    storage: truthOf(storage),
    deprecated: truthOf(deprecated),
    deprecationWarning: textOf(deprecationWarning),
    schema: asObject(asObject(schema)?.['openAPIV3Schema']),
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function truthOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** Kinds whose objects are not only what a package says of them. */
export function isNamespace({ kind, apiVersion }: AnyKind): boolean {
  return kind === 'Namespace' && apiVersion === 'v1';
}

export function isClaim({ kind, apiVersion }: AnyKind): boolean {
  return kind === 'PersistentVolumeClaim' && apiVersion === 'v1';
}

export function isVolume(of: AnyKind): boolean {
  return isClaim(of) || (of.kind === 'PersistentVolume' && of.apiVersion === 'v1');
}

/** It holds data itself, or takes along what it does not own. */
export function holdsOthers(of: AnyKind): boolean {
  return isDefinition(of) || isNamespace(of) || isVolume(of);
}
