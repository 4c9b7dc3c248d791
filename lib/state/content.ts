/**
 * The content of a revision: immutable Secrets, owned by the head, so that they go with it.
 */
import { gzipSync } from 'node:zlib';
import { LABEL_OWNER_NAME, LABEL_REVISION_NAME, type KubeObject, type ObjectRef, type ResolvedRevision } from '../api';
import { LABEL_STATE, SECRET_TYPE_REVISION, type StoredHead } from './head';
import { hasContentShape } from './reading/content-shape';
import { CONTENT_BOUNDS, inflate, unreadable } from './reading/inflate';

/** What fits into one Secret, with room for its metadata (limit of the API server: 1 MiB of data). */
const PART_BYTES = 900 * 1024;

/**
 * Name of the first part; further parts are numbered from 1. The prefix differs from that of heads, and the part stands behind a
 * hyphen, so that no two extensions (`web` and `web.1`) can ever mean the same Secret.
 */
export function contentRef(extension: string, namespace: string, number: number, part = 0): ObjectRef {
  return { apiVersion: 'v1', kind: 'Secret', namespace, name: `boxcutter-content.${extension}.${number}${part === 0 ? '' : `-${part}`}` };
}

export function encodeContent(revision: ResolvedRevision, head: StoredHead): readonly KubeObject[] {
  const { untrusted: _untrusted, hooksNotRun: _hooksNotRun, source: _source, dependsOn: _dependsOn, ...kept } = revision;
  const bytes = gzipSync(JSON.stringify(kept), { level: 9 });
  const parts = Math.max(1, Math.ceil(bytes.length / PART_BYTES));
  return Array.from({ length: parts }, (_, part): KubeObject => {
    const { name, namespace = '' } = contentRef(revision.extension, head.ref.namespace ?? '', revision.number, part);
    return {
      apiVersion: 'v1',
      kind: 'Secret',
      type: SECRET_TYPE_REVISION,
      immutable: true,
      metadata: {
        name,
        namespace,
        labels: {
          [LABEL_STATE]: 'revision',
          [LABEL_OWNER_NAME]: revision.extension,
          [LABEL_REVISION_NAME]: `${revision.extension}-${revision.number}`.slice(0, 63).replace(/[^a-z0-9]+$/, ''),
        },
        ownerReferences: [{ apiVersion: 'v1', kind: 'Secret', name: head.ref.name, uid: head.uid }],
      },
      data: {
        parts: Buffer.from(String(parts)).toString('base64'),
        content: bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES).toString('base64'),
      },
    };
  });
}

/** How many parts the content has, from its first part. */
export function partsOf(first: KubeObject): number {
  const { parts = '' } = (first['data'] ?? {}) as { parts?: string };
  return Number(Buffer.from(parts, 'base64').toString('utf8')) || 1;
}

export function decodeContent(parts: readonly KubeObject[], ref: ObjectRef): ResolvedRevision {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(((part['data'] ?? {}) as { content?: string }).content ?? '', 'base64')));
  const content = inflate<ResolvedRevision>(bytes, ref, CONTENT_BOUNDS);
  if (!hasContentShape(content)) throw unreadable(ref);
  return content;
}
