/** Values of a chart: what its author gives, what the user changes, and whether the result fits the schema. */
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { validateConfig } from '../../config';
import type { Issue } from '../../issue';
import type { BundleFiles } from '../bundle';
import { LIMITS } from '../files/limits';
import { addAll } from '../report';
import { metadataDocument, textOf } from '../files/text';
import { helmIssue } from './wording';

const VALUES_FILE = 'values.yaml';
export const SCHEMA_FILE = 'values.schema.json';

/** `values.yaml`. What cannot be read here is a warning: helm reads it itself, and is less strict. */
export function readValues(files: BundleFiles, issues: Issue[]): JsonObject {
  const bytes = files.read(VALUES_FILE);
  if (bytes === undefined) return {};
  const found: Issue[] = [];
  const text = textOf(bytes, VALUES_FILE, LIMITS.metadata, found);
  if (text !== undefined && text.split('\n').every(saysNothing)) return {};
  const document = metadataDocument(files, VALUES_FILE, found);
  addAll(issues, found.map((problem) => helmIssue('chart-values', { problem }, { origin: problem.origin ?? VALUES_FILE })));
  return document?.value ?? {};
}

/** Whether a line is empty, a comment or the mark of a document. A file of such lines alone says: no values. */
function saysNothing(line: string): boolean {
  return /^(?:(?:---|\.\.\.)(?=\s|$))?\s*(?:#[^]*)?$/.test(line.trim());
}

/** `values.schema.json`, of whatever draft; undefined when there is none. */
export function readValuesSchema(files: BundleFiles, issues: Issue[]): JsonObject | undefined {
  return files.paths().includes(SCHEMA_FILE) ? metadataDocument(files, SCHEMA_FILE, issues)?.value : undefined;
}

/** As helm merges: mappings key by key, everything else is replaced, and null takes a value of the author away. */
function coalesceValues(author: JsonObject, user: JsonObject): JsonObject {
  const merged = new Map<string, JsonValue>(Object.entries(author));
  for (const [key, value] of Object.entries(user)) {
    const before = merged.get(key);
    if (value === null) merged.delete(key);
    else merged.set(key, isJsonObject(value) && isJsonObject(before) ? coalesceValues(before, value) : value);
  }
  return Object.fromEntries(merged);
}

export interface ValuesCheck {
  readonly issues: readonly Issue[];
  /** What the user gave, without anything added: a chart's defaults are in its `values.yaml`. Absent with an error among the issues. */
  readonly value?: JsonObject;
}

/**
 * Checks what a user gives against the chart's schema, together with the values of its author, as helm does: all that is wrong at once.
 * Open schemas are usual in charts and not worth a word.
 *
 * @param values the author's
 * @param config undefined counts as none
 */
export function checkChartValues(
  { name, values, schema }: { readonly name: string; readonly values: JsonObject; readonly schema: JsonObject },
  config: unknown,
  installNamespace: string,
): ValuesCheck {
  const user = asObject(config ?? {});
  // What is no mapping is refused in the words of the schema's own check.
  const merged = user === undefined ? config : coalesceValues(values, user);
  const result = validateConfig(schema, merged, { bundle: name, installNamespace, fillDefaults: false });
  const issues = result.issues.filter(({ code }) => code !== 'open-config-schema');
  return result.value === undefined ? { issues } : { issues, value: user ?? {} };
}
