/** Schemas of the kinds that Kubernetes itself has, by version; a pack is unpacked when its version is first asked for. */
import { gunzipSync } from 'node:zlib';
import { packs } from '../../imports/schemas';
import { groupOf } from '../api';
import { BoxcutterError } from '../errors';
import type { KindSchema, SchemaSource } from './pack';
import { type Pack, packReader } from './pack-format';
import { groupsWithoutKinds } from './retired';

const sources = new Map<string, SchemaSource>();

/** Minor versions whose schemas are in the package, newest first. */
export function supportedKubernetesVersions(): readonly string[] {
  return Object.keys(packs);
}

/**
 * Kinds of a Kubernetes version: `1.36`, `v1.36` or `1.36.3`; absent, the newest.
 * @throws BoxcutterError `kubernetes-version-unsupported`, category input.
 */
export function kubernetesSchemas(version?: string): SchemaSource {
  const minor = version === undefined ? (supportedKubernetesVersions()[0] ?? '') : (/^v?(\d+\.\d+)(?:\.|$)/.exec(version)?.[1] ?? version);
  const known = sources.get(minor);
  if (known) return known;
  const load = Object.hasOwn(packs, minor) ? packs[minor] : undefined;
  if (load === undefined) {
    const versions = supportedKubernetesVersions().join(', ');
    throw new BoxcutterError('kubernetes-version-unsupported', 'input', `There is no schema for Kubernetes version "${version}".`, {
      hint: `Versions with a schema: ${versions}.`,
      details: { version: version ?? null, supported: supportedKubernetesVersions() },
    });
  }
  const source = sourceOf(JSON.parse(gunzipSync(Buffer.from(load(), 'base64')).toString('utf8')) as Pack);
  sources.set(minor, source);
  return source;
}

function sourceOf(pack: Pack): SchemaSource {
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
