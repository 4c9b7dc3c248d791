/** From the documents of a revision back to what the engine runs. */
import { gunzipSync } from 'node:zlib';
import {
  ANNOTATION_BUNDLE_VERSION,
  ANNOTATION_PACKAGE_NAME,
  LABEL_OWNER,
  LABEL_OWNER_NAME,
  SYSTEM_NAMESPACE,
  type CollisionProtection,
  type KubeObject,
  type ResolvedObject,
  type ResolvedPhase,
  type ResolvedRevision,
  type RevisionManifest,
  type RevisionObject,
} from '../api';
import { BoxcutterError, messageOf } from '../errors';
import { contentDigest } from './digest';
import { MAX_INFLATED_BYTES } from './limits';
import { size } from './object-size';
import { isJsonObject } from './plain-json';

/**
 * Resolves a ClusterExtensionRevision in its rollout shape with the Secrets that hold its content. Inline objects and
 * references may be mixed; compressed content is known by its first bytes.
 *
 * @param secrets any Secrets; those that the manifest does not refer to are ignored
 * @throws BoxcutterError `invalid-revision` for a manifest without its required fields, `content-missing` for a reference
 *   to a Secret or a key that is not there, `content-invalid` for content that is no object or that is over 10 MiB unpacked;
 *   all of category `input`
 */
export function resolveRevision(manifest: RevisionManifest, secrets: readonly KubeObject[]): ResolvedRevision {
  const { metadata, spec } = manifest;
  const name = metadata?.name ?? '';
  if (!isJsonObject(spec) || !Array.isArray(spec.phases)) throw new BoxcutterError('invalid-revision', 'input', `ClusterExtensionRevision ${name} has no spec.phases, so there is nothing to roll out.`);
  if (!Number.isSafeInteger(spec.revision) || spec.revision < 1) throw new BoxcutterError('invalid-revision', 'input', `ClusterExtensionRevision ${name} has no spec.revision, a whole number from 1.`);
  const byName = new Map(secrets.map((secret) => [`${secret.metadata.namespace ?? ''}/${secret.metadata.name ?? ''}`, secret]));
  const phases = spec.phases.map((phase, p): ResolvedPhase => {
    if (typeof phase?.name !== 'string' || !Array.isArray(phase.objects)) throw new BoxcutterError('invalid-revision', 'input', `Phase ${p + 1} of revision ${name} has no name or no objects.`);
    const objects = phase.objects.map((entry: RevisionObject, i: number): ResolvedObject => ({
      object: contentOf(entry, byName, `object ${i + 1} of phase ${phase.name} of revision ${name}`),
      collisionProtection: entry.collisionProtection ?? phase.collisionProtection ?? spec.collisionProtection ?? ('Prevent' satisfies CollisionProtection),
    }));
    return { name: phase.name, objects };
  });
  const probes = spec.progressionProbes ?? [];
  const { [ANNOTATION_PACKAGE_NAME]: packageName, [ANNOTATION_BUNDLE_VERSION]: version } = metadata.annotations ?? {};
  return {
    extension: metadata.labels?.[LABEL_OWNER] ?? metadata.labels?.[LABEL_OWNER_NAME] ?? name.replace(/-\d+$/, ''),
    number: spec.revision,
    ...(packageName ? { packageName } : {}),
    ...(version ? { version } : {}),
    phases,
    probes,
    ...(spec.progressDeadlineMinutes === undefined ? {} : { progressDeadlineMinutes: spec.progressDeadlineMinutes }),
    digest: contentDigest(phases, probes),
  };
}

function contentOf(entry: RevisionObject, secrets: ReadonlyMap<string, KubeObject>, what: string): KubeObject {
  const { object, ref } = entry ?? {};
  if ((object === undefined) === (ref === undefined)) throw new BoxcutterError('invalid-revision', 'input', `Exactly one of object and ref must be set in ${what}.`);
  if (ref === undefined) return asKubeObject(object, what);
  const namespace = ref.namespace ?? SYSTEM_NAMESPACE;
  const where = `Secret ${namespace}/${ref.name}`;
  const secret = secrets.get(`${namespace}/${ref.name}`);
  const hint = 'The Secrets with the content belong to the revision: render or read them together.';
  if (secret === undefined) throw new BoxcutterError('content-missing', 'input', `${where} with the content of ${what} is not there.`, { hint, details: { namespace, name: ref.name } });
  const data = secret['data'];
  const encoded = isJsonObject(data) && Object.hasOwn(data, ref.key) ? data[ref.key] : undefined;
  if (typeof encoded !== 'string') throw new BoxcutterError('content-missing', 'input', `${where} has no key ${ref.key} with the content of ${what}.`, { hint, details: { namespace, name: ref.name, key: ref.key } });
  const invalid = (reason: string, cause?: unknown): BoxcutterError =>
    new BoxcutterError('content-invalid', 'input', `Key ${ref.key} of ${where}, the content of ${what}, cannot be read: ${reason}.`, { cause, details: { namespace, name: ref.name, key: ref.key } });
  const text = unpack(Buffer.from(encoded, 'base64'), invalid);
  try {
    return asKubeObject(JSON.parse(text), what);
  } catch (error) {
    // A SyntaxError quotes the text, which may be secret.
    throw error instanceof BoxcutterError ? error : invalid('it is not JSON');
  }
}

function unpack(bytes: Buffer, invalid: (reason: string, cause?: unknown) => BoxcutterError): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES }).toString('utf8');
  } catch (error) {
    const tooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw invalid(tooLong ? `it has more than ${size(MAX_INFLATED_BYTES)} when it is unpacked` : messageOf(error), error);
  }
}

function asKubeObject(value: unknown, what: string): KubeObject {
  const valid = isJsonObject(value) && typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string' && isJsonObject(value['metadata']) && typeof value['metadata']['name'] === 'string';
  if (!valid) throw new BoxcutterError('content-invalid', 'input', `What stands for ${what} is no Kubernetes object with apiVersion, kind and metadata.name.`);
  return value as unknown as KubeObject;
}
