/** From the documents of a revision back to what the engine runs. */
import { gunzipSync } from 'node:zlib';
import {
  annotatedPolicy, ANNOTATION_BUNDLE_VERSION, ANNOTATION_DEPENDS_ON, ANNOTATION_PACKAGE_NAME,
  type CollisionProtection, findLossyInteger, findRounded, isDnsSubdomain, isJsonObject, keyOf,
  type KubeObject, LABEL_OWNER, LABEL_OWNER_NAME, type LifecycleState, refOf, type ResolvedObject, type ResolvedPhase,
  type ResolvedRevision, type RevisionManifest, type RevisionObject, subjectOf, SYSTEM_NAMESPACE,
} from '../api';
import { defined } from '../defined';
import { BoxcutterError, messageOf } from '../errors';
import { formatPlainPath } from '../issue';
import { contentDigest } from './canonical/digest';
import { MAX_INFLATED_BYTES, MAX_OBJECTS_PER_PHASE, MAX_PHASES, MAX_REVISION_BYTES } from './limits';
import { size } from './canonical/size';
import { badOnRemoval, orphanOf } from './policies/on-removal';
import { badReplacementPolicy } from './policies/replacement-policy';
import { onRemovalText, replacementPolicyText } from './wording';

/**
 * Resolves a ClusterExtensionRevision in its rollout shape with the Secrets that hold its content. Inline objects and
 * references may be mixed; compressed content is known by its first bytes.
 *
 * @param secrets any Secrets; those that the manifest does not refer to are ignored
 * @throws BoxcutterError `invalid-revision` for a manifest without its required fields, of an extension without a proper name, with more
 *   phases or objects than the API allows, or with two phases or two objects for one place; `content-missing` for a reference to a Secret
 *   or a key that is not there; `content-invalid` for content that is no object, that has an integer beyond 2^53, or that has more than
 *   10 MiB unpacked, or 128 MiB with the rest of the revision; all of category `input`
 */
export function resolveRevision(manifest: RevisionManifest, secrets: readonly KubeObject[]): ResolvedRevision {
  const { metadata, spec } = manifest;
  const name = metadata?.name ?? '';
  if (!isJsonObject(spec) || !Array.isArray(spec.phases)) {
    throw invalidRevision(`ClusterExtensionRevision ${name} has no spec.phases, so it cannot be rolled out.`);
  }
  if (!Number.isSafeInteger(spec.revision) || spec.revision < 1) {
    throw invalidRevision(`ClusterExtensionRevision ${name} has no spec.revision, a whole number from 1.`);
  }
  const extension = metadata.labels?.[LABEL_OWNER] ?? metadata.labels?.[LABEL_OWNER_NAME] ?? name.replace(/-\d+$/, '');
  if (!isDnsSubdomain(extension)) {
    const called = `ClusterExtensionRevision ${name} belongs to ${JSON.stringify(extension)}, which cannot be the name of an extension`;
    throw invalidRevision(`${called}: lower-case letters, digits, hyphens and dots.`);
  }
  checkPhases(spec.phases, name);
  const contentOf = contentReader(secrets);
  const places = new Map<string, string>();
  const phases = spec.phases.map((phase): ResolvedPhase => {
    const objects = phase.objects.map((entry: RevisionObject, i: number): ResolvedObject => {
      const what = `object ${i + 1} of phase ${phase.name} of revision ${name}`;
      const object = contentOf(entry, what);
      const place = keyOf(refOf(object));
      const other = places.get(place);
      if (other !== undefined) throw invalidRevision(`${subjectOf(refOf(object))} is in the revision twice: as ${other}, and as ${what}.`);
      places.set(place, what);
      const unknown = badReplacementPolicy(object);
      if (unknown !== undefined) throw invalidRevision(`${subjectOf(refOf(object))}: ${replacementPolicyText(unknown)}.`);
      const bad = badOnRemoval(object);
      if (bad !== undefined) throw invalidRevision(`${subjectOf(refOf(object))}: ${onRemovalText(bad)}.`);
      const inherited = phase.collisionProtection ?? spec.collisionProtection ?? ('Prevent' satisfies CollisionProtection);
      const collisionProtection = entry.collisionProtection ?? inherited;
      const policy = entry.replacementPolicy ?? annotatedPolicy(object) ?? phase.replacementPolicy ?? spec.replacementPolicy;
      return { object, collisionProtection, ...defined({ replacementPolicy: policy }), ...orphanOf(object) };
    });
    return { name: phase.name, objects };
  });
  const probes = spec.progressionProbes ?? [];
  const { [ANNOTATION_PACKAGE_NAME]: packageName, [ANNOTATION_BUNDLE_VERSION]: version, [ANNOTATION_DEPENDS_ON]: needed } =
    metadata.annotations ?? {};
  return {
    extension,
    number: spec.revision,
    ...(packageName ? { packageName } : {}),
    ...(version ? { version } : {}),
    phases,
    probes,
    ...defined({
      progressDeadlineMinutes: spec.progressDeadlineMinutes,
      lifecycleState: idleState(spec.lifecycleState),
      previous: spec.previous,
      dependsOn: needed === undefined ? undefined : namesIn(needed),
    }),
    digest: contentDigest(phases, probes),
  };
}

function namesIn(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
}

/** Active is what a revision is without a word. */
function idleState(state: LifecycleState | undefined): LifecycleState | undefined {
  return state === 'Active' ? undefined : state;
}

function invalidRevision(message: string): BoxcutterError {
  return new BoxcutterError('invalid-revision', 'input', message);
}

/** Before any content is read: the API server may never have seen this document. */
function checkPhases(phases: RevisionManifest['spec']['phases'], revision: string): void {
  if (phases.length > MAX_PHASES) throw invalidRevision(`Revision ${revision} has ${phases.length} phases, and may have ${MAX_PHASES}.`);
  const names = new Set<string>();
  for (const [p, phase] of phases.entries()) {
    if (typeof phase?.name !== 'string' || !Array.isArray(phase.objects)) {
      throw invalidRevision(`Phase ${p + 1} of revision ${revision} has no name or no objects.`);
    }
    if (names.has(phase.name)) throw invalidRevision(`Two phases of revision ${revision} are called ${phase.name}.`);
    if (phase.objects.length > MAX_OBJECTS_PER_PHASE) {
      const count = `${phase.objects.length} objects, and may have ${MAX_OBJECTS_PER_PHASE}`;
      throw invalidRevision(`Phase ${phase.name} of revision ${revision} has ${count}.`);
    }
    names.add(phase.name);
  }
}

/** Reads the entries of a revision; what they refer to is unpacked once, and up to a limit for all together. */
function contentReader(secrets: readonly KubeObject[]): (entry: RevisionObject, what: string) => KubeObject {
  const byName = new Map(secrets.map((secret) => [`${secret.metadata.namespace ?? ''}/${secret.metadata.name ?? ''}`, secret]));
  const known = new Map<string, KubeObject>();
  let rest = MAX_REVISION_BYTES;
  return (entry, what) => {
    const { object, ref } = entry ?? {};
    if ((object === undefined) === (ref === undefined)) throw invalidRevision(`Exactly one of object and ref must be set in ${what}.`);
    if (ref === undefined) return inlineObject(object, what);
    const namespace = ref.namespace ?? SYSTEM_NAMESPACE;
    const key = JSON.stringify([namespace, ref.name, ref.key]);
    let found = known.get(key);
    if (found === undefined) {
      const { content, bytes } = readContent({ namespace, name: ref.name, key: ref.key }, byName, what, rest);
      rest -= bytes;
      known.set(key, (found = content));
    }
    return found;
  };
}

interface ContentRef {
  readonly namespace: string;
  readonly name: string;
  readonly key: string;
}

function readContent(
  ref: ContentRef,
  secrets: ReadonlyMap<string, KubeObject>,
  what: string,
  limit: number,
): { readonly content: KubeObject; readonly bytes: number } {
  const { namespace, name, key } = ref;
  const where = `Secret ${namespace}/${name}`;
  const secret = secrets.get(`${namespace}/${name}`);
  const hint = 'The Secrets with the content belong to the revision: render or read them together.';
  if (secret === undefined) {
    throw new BoxcutterError(
      'content-missing', 'input',
      `${where} with the content of ${what} is not there.`,
      { hint, details: { namespace, name } },
    );
  }
  const data = secret['data'];
  const encoded = isJsonObject(data) && Object.hasOwn(data, key) ? data[key] : undefined;
  if (typeof encoded !== 'string') {
    throw new BoxcutterError(
      'content-missing', 'input',
      `${where} has no key ${key} with the content of ${what}.`,
      { hint, details: { namespace, name, key } },
    );
  }
  const invalid = (reason: string, cause?: unknown): BoxcutterError =>
    new BoxcutterError(
      'content-invalid', 'input',
      `Key ${key} of ${where}, the content of ${what}, cannot be read: ${reason}.`,
      { cause, details: { namespace, name, key } },
    );
  const bytes = unpack(Buffer.from(encoded, 'base64'), limit, invalid);
  const text = bytes.toString('utf8');
  const lossy = findLossyInteger(text);
  if (lossy !== undefined) throw invalid(`the integer at ${formatPlainPath(lossy.path)} is beyond 2^53 and would be rounded`);
  try {
    return { content: asKubeObject(JSON.parse(text), what), bytes: bytes.length };
  } catch (error) {
    // A SyntaxError quotes the text, which may be secret.
    throw error instanceof BoxcutterError ? error : invalid('it is not JSON');
  }
}

function unpack(bytes: Buffer, limit: number, invalid: (reason: string, cause?: unknown) => BoxcutterError): Buffer {
  const most = Math.min(limit, MAX_INFLATED_BYTES);
  const tooLong = (cause?: unknown): BoxcutterError => {
    const what = limit < MAX_INFLATED_BYTES
      ? `the revision has more than ${size(MAX_REVISION_BYTES)}`
      : `it has more than ${size(MAX_INFLATED_BYTES)}`;
    return invalid(`${what} when it is unpacked`, cause);
  };
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    if (bytes.length > most) throw tooLong();
    return bytes;
  }
  try {
    // Zero would be no limit.
    return gunzipSync(bytes, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLong(error) : invalid(messageOf(error), error);
  }
}

/** What stands in the revision itself was read by the caller: an integer that was rounded then can only be known by its size. */
function inlineObject(value: unknown, what: string): KubeObject {
  const object = asKubeObject(value, what);
  const path = findRounded(object);
  if (path === undefined) return object;
  throw new BoxcutterError(
    'content-invalid', 'input',
    `The integer at ${formatPlainPath(path)} of what stands for ${what} is beyond 2^53, so it may have been rounded when it was read.`,
    { hint: 'Write it as text where the field takes text, or use a number below 2^53.' },
  );
}

function asKubeObject(value: unknown, what: string): KubeObject {
  const valid = isJsonObject(value) && typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string'
    && isJsonObject(value['metadata']) && typeof value['metadata']['name'] === 'string';
  if (!valid) {
    throw new BoxcutterError(
      'content-invalid', 'input',
      `What stands for ${what} is not a Kubernetes object with apiVersion, kind and metadata.name.`,
    );
  }
  return value as unknown as KubeObject;
}
