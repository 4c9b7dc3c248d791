/** The chunks in which operator-controller stores a release: the first in the index Secret, which names the others in order. Pure. */
import { asObject, type JsonValue, type KubeObject } from '../../api';

/** As many as operator-controller reads. */
const MAX_CHUNKS = 11;

/** Names of the Secrets with further chunks. @throws Error what is wrong with the index */
export function chunkNames({ data }: KubeObject): readonly string[] {
  const names = JSON.parse(decoded(data, 'extraChunks').toString('utf8') || '[]') as JsonValue;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) throw new Error('its list of chunks is no list of names');
  if (names.length >= MAX_CHUNKS) throw new Error(`it has more than ${MAX_CHUNKS} chunks`);
  return names;
}

/**
 * @param chunks in any order; others among them do not count
 * @throws Error what is missing: operator-controller writes index and chunks one after the other
 */
export function joinChunks(index: KubeObject, chunks: readonly KubeObject[]): Buffer {
  const key = index.metadata.labels?.['key'] ?? index.metadata.name;
  const parts = chunkNames(index).map((name) => {
    const chunk = chunks.find(({ metadata }) => metadata.name === name && metadata.labels?.['key'] === key);
    if (chunk === undefined) throw new Error(`its chunk ${name} is missing`);
    return decoded(chunk['data'], 'chunk');
  });
  return Buffer.concat([decoded(index['data'], 'chunk'), ...parts]);
}

function decoded(data: unknown, key: string): Buffer {
  const text = asObject(data as JsonValue)?.[key];
  if (text !== undefined && typeof text !== 'string') throw new Error(`its data "${key}" is no text`);
  return Buffer.from(text ?? '', 'base64');
}
