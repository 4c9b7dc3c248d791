/** The seal of the content of a revision: what it says, and where it is written. Pure. */
import { GROUP, type KubeObject } from '../../api';
import type { StoredHead } from '../head';
import { digestOf, type ContentStatement } from './seal';

/** Annotation on the first Secret of a revision's content. */
export const SEAL_ANNOTATION = `${GROUP}/seal`;

/** @param parts the Secrets that hold the content, in order */
export function contentStatement({ head, ref, uid }: StoredHead, number: number, parts: readonly KubeObject[]): ContentStatement {
  const bytes = parts.map((part) => Buffer.from(((part['data'] ?? {}) as { readonly content?: string }).content ?? '', 'base64'));
  const { namespace = '' } = ref;
  return { about: 'content', namespace, extension: head.extension, head: uid, number, parts: parts.length, digest: digestOf(bytes) };
}

export function sealIn({ metadata }: KubeObject): string | undefined {
  return metadata.annotations?.[SEAL_ANNOTATION];
}

/** The same Secrets, the first with the seal. */
export function withSeal([first, ...more]: readonly KubeObject[], seal: string): readonly KubeObject[] {
  if (first === undefined) return [];
  const annotations = { ...first.metadata.annotations, [SEAL_ANNOTATION]: seal };
  return [{ ...first, metadata: { ...first.metadata, annotations } }, ...more];
}
