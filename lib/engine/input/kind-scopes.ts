import { definedKindOf, isDefinition } from '../../api';
import type { Mapper } from '../ports';
import { isFields, isText } from './given';
import { splitEntry, type ObjectInput } from './options';

type Scopes = (apiVersion: string, kind: string) => boolean | undefined;

/**
 * Which kinds of a revision live in namespaces: from the CRDs that it brings, else from the API server, which is not asked
 * where nothing depends on it: everywhere but under a native owner in a namespace.
 */
export async function kindScopes(
  mapper: Mapper, input: unknown, owner: unknown, strategy: { readonly type?: unknown } | undefined,
): Promise<Scopes> {
  const confines = isFields(owner) && isText(owner['namespace']) && strategy?.type === 'native';
  if (!confines) return () => undefined;
  const known = new Map<string, boolean>();
  const asked = new Set<string>();
  for (const object of objectsOf(input)) {
    const { apiVersion, kind } = object;
    if (!isText(apiVersion) || !isText(kind)) continue;
    asked.add(`${apiVersion} ${kind}`);
    if (isDefinition(object)) readDefinition(object, known);
  }
  await Promise.all([...asked].filter((id) => !known.has(id)).map(async (id) => {
    const [apiVersion = '', kind = ''] = id.split(' ');
    // What the server cannot answer now, the write will show.
    const served = await mapper.resolve(apiVersion, kind).catch(() => undefined);
    if (served !== undefined) known.set(id, served.namespaced);
  }));
  return (apiVersion, kind) => known.get(`${apiVersion} ${kind}`);
}

function objectsOf(input: unknown): readonly Readonly<Record<string, unknown>>[] {
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const phases = list(isFields(input) ? input['phases'] : undefined).filter(isFields);
  const entries = phases.flatMap(({ objects }) => list(objects)).filter(isFields);
  return entries.map((entry): unknown => splitEntry(entry as unknown as ObjectInput).object).filter(isFields);
}

function readDefinition(definition: Readonly<Record<string, unknown>>, known: Map<string, boolean>): void {
  const { group, kind, scope, versions } = definedKindOf(definition);
  if (!isText(group) || !isText(kind)) return;
  for (const { name } of versions) if (isText(name)) known.set(`${group}/${name} ${kind}`, scope !== 'Cluster');
}
