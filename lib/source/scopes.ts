/** Where objects live whose kinds only the cluster knows: custom resources of definitions that others have brought. */
import { definedGroupKind, groupKindOf, groupOf, isJsonObject, type JsonObject, type KubeObject } from '../api';
import type { SourceObject } from '../revision';
import { kubernetesSchemas } from '../schema';
import type { ScopeOf } from './surroundings';

/** The same objects; those that name no namespace, and whose kind neither a schema nor the input itself knows, with their scope. */
export async function withScopes(objects: readonly SourceObject[], scopeOf: ScopeOf | undefined): Promise<readonly SourceObject[]> {
  if (scopeOf === undefined) return objects;
  const foreign = foreignKinds(objects.filter(({ scope }) => scope === undefined).map(({ manifest }) => manifest));
  const scopes = new Map(await Promise.all([...foreign].map(async ([id, { apiVersion, kind }]) => (
    [id, await scopeOf(apiVersion, kind)] as const
  ))));
  return objects.map((object) => {
    const kind = placelessKind(object.manifest);
    const scope = object.scope ?? (kind && scopes.get(idOf(kind)));
    return scope === undefined ? object : { ...object, scope };
  });
}

/**
 * Kinds of objects that name no namespace, of which nobody can say whether they need one: nothing knows them, and the cluster does not
 * serve them yet. Sorted, in words.
 */
export async function placelessKinds(objects: readonly KubeObject[], scopeOf: ScopeOf): Promise<readonly string[]> {
  const foreign = [...foreignKinds(objects as readonly unknown[] as readonly JsonObject[]).values()];
  const found = await Promise.all(foreign.map(async ({ apiVersion, kind }) => (
    await scopeOf(apiVersion, kind) === undefined ? [`${kind} (${apiVersion})`] : []
  )));
  return found.flat().sort();
}

interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** By id. */
function foreignKinds(objects: readonly JsonObject[]): ReadonlyMap<string, Kind> {
  const brought = new Set(objects.flatMap((object) => definedGroupKind(object) ?? []));
  const schemas = kubernetesSchemas();
  const kinds = objects.flatMap((object) => placelessKind(object) ?? [])
    .filter((kind) => !schemas.isBuiltInGroup(groupOf(kind.apiVersion)) && !brought.has(groupKindOf(kind)));
  return new Map(kinds.map((kind) => [idOf(kind), kind]));
}

/** Undefined: it names its namespace, or is no object. */
function placelessKind({ apiVersion, kind, metadata }: JsonObject): Kind | undefined {
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isJsonObject(metadata)) return undefined;
  return typeof metadata['namespace'] === 'string' && metadata['namespace'] !== '' ? undefined : { apiVersion, kind };
}

function idOf({ apiVersion, kind }: Kind): string {
  return `${apiVersion} ${kind}`;
}
