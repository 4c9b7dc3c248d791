/** From the text under a key of a Secret or a ConfigMap to a configuration. Pure. */
import { isJsonObject, type JsonObject, type KubeObject } from '../../../api';
import { isHarmless, parseDocuments, yamlWording } from '../../../yaml';
import { wordsOf } from '../../../issue';

/** What an extension names. */
export interface ConfigRef {
  readonly kind: 'Secret' | 'ConfigMap';
  readonly namespace: string;
  readonly name: string;
  readonly key: string;
}

export type Parsed = { readonly config: JsonObject; readonly problem?: never } | { readonly problem: string; readonly config?: never };

/** Bytes; as much as an object of either kind can hold. */
const MAX_BYTES = 1024 * 1024;

/** @param object undefined: there is none. What is wrong with a Secret is said without a word of what is in it. */
export function parseConfiguration({ kind, namespace, name, key }: ConfigRef, object: KubeObject | undefined): Parsed {
  const what = `${kind} ${namespace}/${name}`;
  if (object === undefined) return { problem: `${what} does not exist` };
  const bytes = bytesOf(object, key);
  if (bytes === undefined) return { problem: `${what} has no key ${JSON.stringify(key)}${others(object)}` };
  const where = `key ${JSON.stringify(key)} of ${what}`;
  if (bytes.length > MAX_BYTES) return { problem: `${where} is larger than 1 MiB` };
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return { problem: `${where} is not UTF-8 text` };
  const { documents, issues } = parseDocuments(text, key);
  const [mistake] = issues.filter((issue) => !isHarmless(issue));
  if (mistake !== undefined) {
    const line = mistake.origin?.line;
    const place = line === undefined ? '' : ` (line ${line})`;
    const why = kind === 'Secret' ? '' : `: ${wordsOf(mistake, yamlWording).message}`;
    return { problem: `${where} is neither valid JSON nor valid YAML${place}${why}` };
  }
  const [first, ...more] = documents;
  if (more.length > 0) return { problem: `${where} holds ${documents.length} documents instead of one` };
  if (!isJsonObject(first?.value)) return { problem: `${where} is not an object (keys with values)` };
  return { config: first.value };
}

function bytesOf(object: KubeObject, key: string): Buffer | undefined {
  const [data, binary] = [mapOf(object['data']), mapOf(object['binaryData'])];
  if (object.kind === 'ConfigMap' && Object.hasOwn(data, key)) return Buffer.from(data[key] ?? '', 'utf8');
  const encoded = object.kind === 'Secret' ? data : binary;
  return Object.hasOwn(encoded, key) ? Buffer.from(encoded[key] ?? '', 'base64') : undefined;
}

/** Keys are no secret: they are the names of files. */
function others(object: KubeObject): string {
  const keys = [...Object.keys(mapOf(object['data'])), ...Object.keys(mapOf(object['binaryData']))].sort();
  if (keys.length === 0) return ': it is empty';
  return `; it has ${keys.slice(0, 10).join(', ')}${keys.length > 10 ? ` and ${keys.length - 10} more` : ''}`;
}

function mapOf(value: unknown): Readonly<Record<string, string>> {
  return (value ?? {}) as Readonly<Record<string, string>>;
}
