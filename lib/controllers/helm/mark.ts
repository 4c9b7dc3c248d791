/**
 * What an extension says of its Helm release, in an annotation: there is one, and which contents it may have. It is written before helm is
 * started and after it is done, so whatever becomes of the process, nothing that helm made is without a record. Pure.
 */
import { asObject, GROUP, isJsonObject, type KubeObject } from '../../api';
import { sha256 } from '../../api/canonical-json';
import type { JsonPatchOperation } from '../../engine/ports';

export const ANNOTATION_HELM_RELEASE = `${GROUP}/helm-release`;

export interface HelmBundle {
  readonly name: string;
  readonly version: string;
  readonly release?: string;
  readonly reference?: string;
}

/** A content that was given to helm. */
export interface HelmContent {
  /** Of the documents in the chart: what a release Secret says counts only if it is that. */
  readonly digest: string;
  /** Number of the revision that it becomes. */
  readonly number: number;
  /** What it was made of (`requestDigest`). */
  readonly request: string;
  readonly bundle: HelmBundle;
}

export interface HelmMark {
  /** What helm has applied to its end. */
  readonly applied?: HelmContent;
  /** What it has been given since, and may have applied in part. */
  readonly begun: readonly HelmContent[];
}

/** Undefined: there is no release. What cannot be read is a release of which nothing is known. */
export function markOf({ metadata: { annotations = {} } }: KubeObject): HelmMark | undefined {
  const text = annotations[ANNOTATION_HELM_RELEASE];
  if (text === undefined) return undefined;
  try {
    const found: unknown = JSON.parse(text);
    const { applied, begun } = isJsonObject(found) ? found : {};
    const contents = (Array.isArray(begun) ? begun : []).flatMap((one) => contentOf(one) ?? []);
    const done = contentOf(applied);
    return done === undefined ? { begun: contents } : { applied: done, begun: contents };
  } catch {
    return { begun: [] };
  }
}

/** Before helm is started. */
export function markBefore(mark: HelmMark | undefined, content: HelmContent): HelmMark {
  const { applied, begun = [] } = mark ?? {};
  const isKnown = [...begun, ...(applied === undefined ? [] : [applied])].some(({ digest }) => digest === content.digest);
  return { ...(applied === undefined ? {} : { applied }), begun: isKnown ? begun : [...begun, content] };
}

/** When helm is done: it has removed what was only in contents before. */
export function markAfter(content: HelmContent): HelmMark {
  return { applied: content, begun: [] };
}

/** @param mark undefined: there is no release any more */
export function markPatch(
  { metadata: { annotations, resourceVersion = '' } }: KubeObject, mark: HelmMark | undefined,
): JsonPatchOperation[] {
  const { [ANNOTATION_HELM_RELEASE]: _before, ...others } = annotations ?? {};
  const value = mark === undefined ? others : { ...others, [ANNOTATION_HELM_RELEASE]: JSON.stringify(mark) };
  return [
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
    { op: 'add', path: '/metadata/annotations', value },
  ];
}

/** Names of releases are shorter than those of extensions may be. */
const MAX_RELEASE = 53;

export function releaseName(extension: string): string {
  if (extension.length <= MAX_RELEASE) return extension;
  const hash = sha256(extension).toString('hex').slice(0, 10);
  return `${extension.slice(0, MAX_RELEASE - hash.length - 1).replace(/[-.]+$/, '')}-${hash}`;
}

function contentOf(value: unknown): HelmContent | undefined {
  const { digest, number, request, bundle } = asObject(value) ?? {};
  const { name, version, release, reference } = asObject(bundle) ?? {};
  if (typeof digest !== 'string' || typeof number !== 'number' || typeof request !== 'string') return undefined;
  if (typeof name !== 'string' || typeof version !== 'string') return undefined;
  const more = { ...(typeof release === 'string' ? { release } : {}), ...(typeof reference === 'string' ? { reference } : {}) };
  return { digest, number, request, bundle: { name, version, ...more } };
}
