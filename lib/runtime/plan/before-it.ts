/** What a plan can count on because something else is applied before: namespaces and kinds that are not there yet. */
import { definedGroupKind, definedKindOf, groupKindOf, type ObjectRef, type ResolvedRevision } from '../../api';
import type { Mapper } from '../../engine';

export interface BeforeIt {
  /** By the name of the namespace: the extension that brings it. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** By the kind, as `groupKindOf` names it. */
  readonly kinds: ReadonlyMap<string, ComingKind>;
}

export interface ComingKind {
  /** That brings it. */
  readonly extension: string;
  readonly namespaced: boolean;
  /** Versions that will be served. */
  readonly versions: ReadonlySet<string>;
}

export const NOTHING_BEFORE: BeforeIt = { namespaces: new Map(), kinds: new Map() };

/** What these revisions bring. Where several bring the same, the first one does. */
export function broughtByAll(revisions: readonly ResolvedRevision[]): BeforeIt {
  const namespaces = new Map<string, string>();
  const kinds = new Map<string, ComingKind>();
  for (const { extension, phases } of revisions) {
    for (const { object } of phases.flatMap(({ objects }) => objects)) {
      const { apiVersion, kind, metadata: { name = '' } } = object;
      if (apiVersion === 'v1' && kind === 'Namespace' && !namespaces.has(name)) namespaces.set(name, extension);
      const id = definedGroupKind(object);
      if (id === undefined || kinds.has(id)) continue;
      const { scope, versions } = definedKindOf(object);
      const served = versions.flatMap((version) => (version.served === true && version.name !== undefined ? [version.name] : []));
      kinds.set(id, { extension, namespaced: scope === 'Namespaced', versions: new Set(served) });
    }
  }
  return { namespaces, kinds };
}

/** What an object lacks as long as another extension is not applied, and which. */
export interface Bringer {
  readonly what: 'kind' | 'namespace';
  readonly extension: string;
}

/** The extension without which there is no place for the object. */
export function bringerOf(ref: ObjectRef, { namespaces, kinds }: BeforeIt): Bringer | undefined {
  const kind = kinds.get(groupKindOf(ref));
  if (kind !== undefined) return { what: 'kind', extension: kind.extension };
  const extension = ref.namespace === undefined ? undefined : namespaces.get(ref.namespace);
  return extension === undefined ? undefined : { what: 'namespace', extension };
}

/** Undefined: it will not be served in the version of the object. */
export function comingKind({ apiVersion, kind }: Pick<ObjectRef, 'apiVersion' | 'kind'>, { kinds }: BeforeIt): ComingKind | undefined {
  const coming = kinds.get(groupKindOf({ apiVersion, kind }));
  return coming?.versions.has(apiVersion.slice(apiVersion.indexOf('/') + 1)) === true ? coming : undefined;
}

/** Only those kinds of a revision's objects that are not served yet: about the others the server can be asked. */
export async function stillComing({ phases }: ResolvedRevision, before: BeforeIt, mapper: Mapper): Promise<BeforeIt> {
  const kinds = new Map<string, ComingKind>();
  const objects = before.kinds.size === 0 ? [] : phases.flatMap(({ objects }) => objects.map(({ object }) => object));
  for (const { apiVersion, kind } of objects) {
    const coming = comingKind({ apiVersion, kind }, before);
    if (coming === undefined || (await mapper.resolve(apiVersion, kind)) !== undefined) continue;
    kinds.set(groupKindOf({ apiVersion, kind }), coming);
  }
  return { ...before, kinds };
}
