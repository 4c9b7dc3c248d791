/**
 * From stored objects to a release. Whoever may write Secrets in a namespace can write them, so everything is bounded and checked: bytes
 * and values as they are unpacked, chunks by number, and every field by its type. Pure; nothing of a value stands in an error.
 */
import { asObject, displayName, isJsonObject, type JsonObject, type JsonValue, type KubeObject, refOf } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError, messageOf } from '../../errors';
import { type InflatedBounds, jsonOfGzip, jsonWithin } from '../../state';
import { joinChunks } from './chunks';
import type { HelmHook, HelmRelease, StoredRelease } from './release';
import { statusOf } from './storage';

/** A chart with all its templates is in it. Ten megabytes of gzip are the most that operator-controller writes. */
const BOUNDS: InflatedBounds = { bytes: 96 * 1024 * 1024, values: 2_000_000 };

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);

/**
 * @param chunks of operator-controller: the further Secrets that its index names
 * @throws BoxcutterError `release-unreadable` (server)
 */
export function readRelease(stored: StoredRelease, chunks: readonly KubeObject[] = []): HelmRelease {
  const { object } = stored;
  let content: JsonValue;
  try {
    content = parsed(stored.storage === 'helm' ? classicBytes(object) : joinChunks(object, chunks));
  } catch (cause) {
    throw unreadable(object, messageOf(cause), cause);
  }
  if (!isJsonObject(content)) throw unreadable(object, 'it is no object');
  return releaseOf(content, stored);
}

/** Of Helm: base64 in the data, on top of which a Secret has its own. */
function classicBytes({ kind, data }: KubeObject): Buffer {
  const text = asObject(data)?.['release'];
  if (typeof text !== 'string') throw new Error('it has no data "release"');
  return decoded(kind === 'Secret' ? decoded(text).toString('latin1') : text);
}

function decoded(text: string): Buffer {
  const clean = text.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(clean)) throw new Error('it is not base64');
  return Buffer.from(clean, 'base64');
}

/** Old releases are not compressed. */
function parsed(bytes: Buffer): JsonValue {
  if (bytes.subarray(0, GZIP.length).equals(GZIP)) return jsonOfGzip<JsonValue>(bytes, BOUNDS);
  if (bytes.length > BOUNDS.bytes) throw new Error(`it has more than ${BOUNDS.bytes} bytes`);
  return jsonWithin<JsonValue>(bytes, BOUNDS.values);
}

function releaseOf(content: JsonObject, { object, name, version, storage }: StoredRelease): HelmRelease {
  const { metadata: { namespace: home = '' } } = object;
  const { manifest, namespace = home, info, chart, config, hooks, labels, apply_method: applyMethod } = content;
  if (content['name'] !== name || content['version'] !== version) throw unreadable(object, 'its labels and its content name two releases');
  if (typeof manifest !== 'string') throw unreadable(object, 'it has no manifest');
  if (typeof namespace !== 'string') throw unreadable(object, 'its namespace is no text');
  // Helm stores a release in its own namespace: any other would let who writes here have objects elsewhere taken over.
  if (storage === 'helm' && namespace !== home) throw unreadable(object, 'it names another namespace than its own');
  const of = asObject(asObject(chart)?.['metadata']);
  return {
    name, namespace, version, storage, manifest,
    status: statusOf(asObject(info)?.['status']),
    chart: { name: textOf(of?.['name']) ?? name, ...defined({ version: textOf(of?.['version']), appVersion: textOf(of?.['appVersion']) }) },
    config: asObject(config) ?? {},
    hooks: listOf(hooks).flatMap(hookOf),
    files: listOf(asObject(chart)?.['files']).flatMap(fileOf),
    labels: textsOf(labels),
    appliesServerSide: applyMethod === 'ssa',
  };
}

function hookOf(value: JsonValue): readonly HelmHook[] {
  const { name, kind, path, manifest, events } = asObject(value) ?? {};
  if (typeof manifest !== 'string') return [];
  const texts = listOf(events).filter((event) => typeof event === 'string');
  return [{ name: textOf(name) ?? '', kind: textOf(kind) ?? '', path: textOf(path) ?? 'hook', manifest, events: texts }];
}

function fileOf(value: JsonValue): HelmRelease['files'] {
  const { name, data } = asObject(value) ?? {};
  if (typeof name !== 'string' || typeof data !== 'string') return [];
  return [{ name, text: Buffer.from(data, 'base64').toString('utf8') }];
}

function textsOf(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(asObject(value) ?? {});
  return Object.fromEntries(entries.flatMap(([key, text]): [string, string][] => (typeof text === 'string' ? [[key, text]] : [])));
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function unreadable(object: KubeObject, why: string, cause?: unknown): BoxcutterError {
  const what = `${displayName(refOf(object))} does not hold a readable release of Helm: ${why}.`;
  return new BoxcutterError('release-unreadable', 'server', what, {
    hint: 'helm history shows the versions of the release; another one can be named by its number.',
    cause,
  });
}
