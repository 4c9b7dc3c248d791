/**
 * What is known of the Helm release of an extension: the contents that were given to helm, each in a Secret of the namespace of the
 * controllers, where nobody else writes. Helm itself keeps nothing: what it would read in the namespace of an extension, its tenants write.
 * A Secret is made before helm is started and marked when it is done, so whatever becomes of the process, nothing that helm made is without
 * a record. Pure.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { asObject, GROUP, type KubeObject, type RevisionManifest } from '../../api';
import { sha256 } from '../../api/canonical-json';
import { messageOf } from '../../errors';

/** The uid of the extension. */
export const LABEL_HELM_RELEASE = `${GROUP}/helm-release`;
/** What the Secret says of its content. */
export const ANNOTATION_HELM_CONTENT = `${GROUP}/helm-content`;
/** Helm has applied it to its end. */
export const ANNOTATION_HELM_APPLIED = `${GROUP}/helm-applied`;
export const SECRET_TYPE_HELM = `${GROUP}/helm-release`;
const DOCUMENTS = 'documents';

/** More than a Secret unpacks to; what claims to be larger is not read. */
const MAX_DOCUMENTS = 64 * 1024 * 1024;

export interface HelmBundle {
  readonly name: string;
  readonly version: string;
  readonly release?: string;
  readonly reference?: string;
  readonly content?: string;
}

/** The revision that a content becomes when it is taken over. */
export interface RevisionDocuments {
  readonly manifest: RevisionManifest;
  readonly secrets: readonly KubeObject[];
}

/** A content that was given to helm. */
export interface HelmContent {
  /** Name of the extension. */
  readonly extension: string;
  /** Of its documents. */
  readonly digest: string;
  /** Number of the revision that it becomes. */
  readonly number: number;
  /** What it was made of (`requestDigest`). */
  readonly request: string;
  readonly bundle: HelmBundle;
}

export interface StoredContent extends HelmContent {
  /** Of its Secret. */
  readonly secret: string;
  readonly uid: string;
}

export interface HelmRelease {
  /** What helm has applied to its end. */
  readonly applied?: StoredContent;
  /** What it has been given since, and may have applied in part, oldest first. */
  readonly begun: readonly StoredContent[];
  /** What it has replaced since. */
  readonly replaced: readonly StoredContent[];
  /** Names of Secrets of which nothing can be read. */
  readonly unreadable: readonly string[];
}

export function secretOf(
  uid: string, content: Omit<HelmContent, 'digest'>, documents: RevisionDocuments, namespace: string,
): { readonly secret: KubeObject; readonly digest: string } {
  const text = JSON.stringify(documents);
  const digest = digestOf(text);
  return {
    digest,
    secret: {
      apiVersion: 'v1', kind: 'Secret', type: SECRET_TYPE_HELM, immutable: true,
      metadata: {
        name: `helm-release-${uid}-${content.number}`, namespace, labels: { [LABEL_HELM_RELEASE]: uid },
        annotations: { [ANNOTATION_HELM_CONTENT]: JSON.stringify({ ...content, digest }) },
      },
      data: { [DOCUMENTS]: gzipSync(text).toString('base64') },
    },
  };
}

/** Of one extension. Undefined: there is no release. */
export function releaseOf(secrets: readonly KubeObject[]): HelmRelease | undefined {
  if (secrets.length === 0) return undefined;
  const unreadable: string[] = [];
  const contents: (StoredContent & { readonly isApplied: boolean })[] = [];
  for (const secret of secrets) {
    const content = contentOf(secret);
    if (content === undefined) unreadable.push(secret.metadata.name ?? '');
    else contents.push({ ...content, isApplied: secret.metadata.annotations?.[ANNOTATION_HELM_APPLIED] === 'true' });
  }
  contents.sort((a, b) => a.number - b.number);
  const at = contents.findLastIndex(({ isApplied }) => isApplied);
  const [replaced, applied, begun] = [contents.slice(0, Math.max(0, at)), contents[at], contents.slice(at + 1)];
  return { ...(applied === undefined ? {} : { applied }), begun, replaced, unreadable };
}

/** What helm may have of it, oldest first. */
export function contentsOf({ applied, begun }: HelmRelease): readonly StoredContent[] {
  return [...(applied === undefined ? [] : [applied]), ...begun];
}

/** @returns a text: why they cannot be read */
export function documentsOf(secret: KubeObject, digest: string): RevisionDocuments | string {
  const packed = asObject(secret['data'])?.[DOCUMENTS];
  if (typeof packed !== 'string') return 'it has no content';
  try {
    const text = gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_DOCUMENTS }).toString();
    return digestOf(text) === digest ? JSON.parse(text) as RevisionDocuments : 'its content is not the one that was given to helm';
  } catch (error) {
    return messageOf(error);
  }
}

/** Names of releases are shorter than those of extensions may be. */
const MAX_RELEASE = 53;

export function releaseName(extension: string): string {
  if (extension.length <= MAX_RELEASE) return extension;
  const hash = sha256(extension).toString('hex').slice(0, 10);
  return `${extension.slice(0, MAX_RELEASE - hash.length - 1).replace(/[-.]+$/, '')}-${hash}`;
}

/** Name of the extension in what its Secret says. */
export function extensionIn(secret: KubeObject): string | undefined {
  return contentOf(secret)?.extension;
}

function digestOf(documents: string): string {
  return `sha256:${sha256(documents).toString('hex')}`;
}

function contentOf({ metadata: { name: secret = '', uid = '', annotations = {} } }: KubeObject): StoredContent | undefined {
  const { extension, digest, number, request, bundle } = parsed(annotations[ANNOTATION_HELM_CONTENT]) ?? {};
  const { name, version, release, reference, content } = asObject(bundle) ?? {};
  if (typeof extension !== 'string' || typeof digest !== 'string' || typeof request !== 'string') return undefined;
  if (!Number.isSafeInteger(number) || typeof name !== 'string' || typeof version !== 'string') return undefined;
  const more = Object.fromEntries(Object.entries({ release, reference, content }).filter(([, value]) => typeof value === 'string'));
  return { extension, digest, number: number as number, request, bundle: { name, version, ...more }, secret, uid };
}

function parsed(text = ''): ReturnType<typeof asObject> {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
