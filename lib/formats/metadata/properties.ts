/** Properties of a bundle: of the ClusterServiceVersion's annotation `olm.properties`, then of `metadata/properties.yaml`. */
import { asObject, isJsonObject } from '../../api';
import { canonicalJson } from '../../api/canonical-json';
import { messageOf } from '../../errors';
import type { Finding } from '../../schema/finding';
import type { BundleFiles, TypedValue } from '../bundle';
import { problem, remark } from '../report';
import { firstOf, metadataDocument } from '../files/text';

const FILES = ['metadata/properties.yaml', 'metadata/properties.yml', 'metadata/properties.json'] as const;
export const PROPERTIES_ANNOTATION = 'olm.properties';

/** Properties of the file; none when it is not there. */
export function readProperties(files: BundleFiles, findings: Finding[]): TypedValue[] {
  const path = firstOf(files, FILES);
  const document = path === undefined ? undefined : metadataDocument(files, path, findings);
  if (path === undefined || document === undefined) return [];
  return typedValues(document.value.properties ?? [], findings, (message, at) =>
    problem('property-invalid', `failed to unmarshal ${path}: ${message}`, { origin: path, path: `properties${at}` }));
}

/** Properties in an annotation of the ClusterServiceVersion. */
export function annotatedProperties(annotations: Readonly<Record<string, string>>, origin: string, findings: Finding[]): TypedValue[] {
  const text = annotations[PROPERTIES_ANNOTATION];
  if (text === undefined) return [];
  const place = { origin, path: `metadata.annotations["${PROPERTIES_ANNOTATION}"]` };
  const say = (message: string, at = ''): Finding =>
    problem('property-invalid', `failed to unmarshal csv.metadata.annotations['${PROPERTIES_ANNOTATION}']: ${message}`, { ...place, path: `${place.path}${at}` });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    findings.push(say(messageOf(error)));
    return [];
  }
  findings.push(remark('property-in-annotation', 'found olm.properties annotation, please define these properties in metadata/properties.yaml instead', place));
  return typedValues(value, findings, say);
}

/** What two sources say, the same only once. */
export function mergedProperties(...sources: readonly (readonly TypedValue[])[]): TypedValue[] {
  const byText = new Map<string, TypedValue>();
  for (const property of sources.flat()) {
    const text = canonicalJson(property);
    if (!byText.has(text)) byText.set(text, property);
  }
  return [...byText.values()];
}

/** Entries with type and value; the others become findings. */
export function typedValues(list: unknown, findings: Finding[], say: (message: string, at: string) => Finding): TypedValue[] {
  if (!Array.isArray(list)) {
    findings.push(say('this is no list', ''));
    return [];
  }
  const values: TypedValue[] = [];
  list.forEach((entry: unknown, index) => {
    const at = `[${index}]`;
    const { type, value } = asObject(entry) ?? {};
    if (!isJsonObject(entry)) findings.push(say('the entry is no mapping with type and value', at));
    else if (typeof type !== 'string' || type === '') findings.push(say('type is missing, or no text', `${at}.type`));
    else if (value === undefined || value === null) findings.push(say('value is missing', `${at}.value`));
    else values.push({ type, value });
  });
  return values;
}
