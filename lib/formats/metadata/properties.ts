/** Properties of a bundle: of the ClusterServiceVersion's annotation `olm.properties`, then of `metadata/properties.yaml`. */
import { asObject, isJsonObject } from '../../api';
import { canonicalJson } from '../../api/canonical-json';
import { messageOf } from '../../errors';
import type { Issue, Origin, Segment } from '../../issue';
import type { BundleFiles, TypedValue } from '../bundle';
import { firstOf, metadataDocument } from '../files/text';
import { PROPERTIES_FILES } from './file-names';
import { type EntryProblem, metadataIssue } from './wording';

const PROPERTIES_ANNOTATION = 'olm.properties';

/** Properties of the file; none when it is not there. */
export function readProperties(files: BundleFiles, issues: Issue[]): TypedValue[] {
  const path = firstOf(files, PROPERTIES_FILES);
  const document = path === undefined ? undefined : metadataDocument(files, path, issues);
  if (path === undefined || document === undefined) return [];
  return typedValues(document.value.properties ?? [], issues, (problem, at) =>
    metadataIssue('property-invalid', { source: { file: path }, problem }, { origin: path, path: ['properties', ...at] }));
}

/** Properties in an annotation of the ClusterServiceVersion. */
export function annotatedProperties(annotations: Readonly<Record<string, string>>, origin: Origin, issues: Issue[]): TypedValue[] {
  const text = annotations[PROPERTIES_ANNOTATION];
  if (text === undefined) return [];
  const path = ['metadata', 'annotations', PROPERTIES_ANNOTATION];
  const source = { annotation: PROPERTIES_ANNOTATION };
  const say = (problem: EntryProblem, at: readonly Segment[]): Issue =>
    metadataIssue('property-invalid', { source, problem }, { origin, path: [...path, ...at] });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    issues.push(say({ found: 'no-json', reason: messageOf(error) }, []));
    return [];
  }
  issues.push(metadataIssue('property-in-annotation', {}, { origin, path }));
  return typedValues(value, issues, say);
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

/** Entries with type and value; the others become issues. */
export function typedValues(
  list: unknown,
  issues: Issue[],
  say: (problem: EntryProblem, at: readonly Segment[]) => Issue,
): TypedValue[] {
  if (!Array.isArray(list)) {
    issues.push(say({ found: 'no-list' }, []));
    return [];
  }
  const values: TypedValue[] = [];
  list.forEach((entry: unknown, index) => {
    const { type, value } = asObject(entry) ?? {};
    if (!isJsonObject(entry)) issues.push(say({ found: 'no-mapping' }, [index]));
    else if (typeof type !== 'string' || type === '') issues.push(say({ found: 'no-type' }, [index, 'type']));
    else if (value === undefined || value === null) issues.push(say({ found: 'no-value' }, [index, 'value']));
    else values.push({ type, value });
  });
  return values;
}
