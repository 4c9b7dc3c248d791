/** From a schema pack to what answers for the kinds in it. */
import { groupOf } from '../api';
import type { KindSchema, SchemaSource } from './pack';
import { type Pack, packReader } from './pack-format';
import { groupsWithoutKinds } from './retired';

export function sourceOf(pack: Pack): SchemaSource {
  const read = packReader(pack);
  const groups = new Set([...Object.keys(pack.k).map(groupOf), ...groupsWithoutKinds]);
  const versions = new Map(Object.entries(pack.k));
  const kinds = new Map<string, KindSchema>();
  return {
    version: pack.v,
    kind(apiVersion, kind) {
      const key = `${apiVersion} ${kind}`;
      const known = kinds.get(key);
      if (known) return known;
      const ofVersion = versions.get(apiVersion);
      const entry = ofVersion && Object.hasOwn(ofVersion, kind) ? ofVersion[kind] : undefined;
      if (entry === undefined) return undefined;
      const [type, resource, namespaced] = entry;
      const schema: KindSchema = { apiVersion, kind, resource, namespaced: namespaced === 1, builtIn: true, root: read(type) };
      kinds.set(key, schema);
      return schema;
    },
    isBuiltInGroup: (group) => groups.has(group),
    kindsOf: (apiVersion) => Object.keys(versions.get(apiVersion) ?? {}),
    apiVersionsOf: (kind) => [...versions].filter(([, ofVersion]) => Object.hasOwn(ofVersion, kind)).map(([apiVersion]) => apiVersion),
  };
}
