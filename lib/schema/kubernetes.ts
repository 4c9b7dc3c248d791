/** Schemas of the kinds that Kubernetes itself has, by version; a pack is unpacked when its version is first asked for. */
import { gunzipSync } from 'node:zlib';
import { packs } from '../../imports/schemas';
import { BoxcutterError } from '../errors';
import type { SchemaSource } from './pack';
import type { Pack } from './pack-format';
import { sourceOf } from './pack-source';

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
  const source = sourceOf(unpacked(load()));
  sources.set(minor, source);
  return source;
}

function unpacked(pack: string): Pack {
  return JSON.parse(gunzipSync(Buffer.from(pack, 'base64')).toString('utf8')) as Pack;
}

/** By version, newest first, which kinds there are and whether they live in namespaces, without their fields. */
export function kindsOfAllVersions(): Readonly<Record<string, Pack>> {
  return Object.fromEntries(Object.entries(packs).map(([version, load]): [string, Pack] => {
    const { v, k } = unpacked(load());
    const bare = Object.entries(k).map(([apiVersion, kinds]) => [
      apiVersion,
      Object.fromEntries(Object.entries(kinds).map(([kind, [, resource, namespaced]]) => [kind, [0, resource, namespaced] as const])),
    ]);
    return [version, { v, t: ['*'], k: Object.fromEntries(bare) as Pack['k'] }];
  }));
}
