/**
 * The manifests of a registry+v1 bundle as opm takes them into a catalog: of a flat folder the first document of each file. Unlike opm,
 * it is said what is passed over.
 */
import { isJsonObject, type JsonObject } from '../../api';
import { BUNDLE_LIMITS, type BundleFiles } from '../../formats';
import { manifestPaths, MANIFESTS_FOLDER } from '../../formats/files/manifest-paths';
import { textOf } from '../../formats/files/text';
import type { Issue, Origin } from '../../issue';
import { parseDocuments, type ParsedText } from '../../yaml';
import { defined } from '../../defined';
import { withDigits } from '../load/documents/decode';
import type { ExactJson } from '../load/documents/json-reader';
import { renderIssue, type SkipReason } from './issues';

export interface RegistryManifest {
  readonly manifest: JsonObject;
  /** With all digits of its integers. Absent: they have them anyway. */
  readonly exact?: ExactJson;
  readonly origin: Origin;
}

/** In the order of their files. */
export function registryManifests(files: BundleFiles, issues: Issue[]): readonly RegistryManifest[] {
  return manifestPaths(files).flatMap((path) => {
    const name = path.slice(MANIFESTS_FOLDER.length);
    if (name.includes('/')) return skipped(path, 'folder', issues);
    if (name.startsWith('.')) return skipped(path, 'hidden', issues);
    return firstObject(files.read(path), path, issues);
  });
}

function firstObject(content: Buffer | undefined, path: string, issues: Issue[]): readonly RegistryManifest[] {
  const found: Issue[] = [];
  const text = content === undefined ? undefined : textOf(content, path, BUNDLE_LIMITS.manifest, found);
  const { documents, issues: ofText, integers } = text === undefined ? NOTHING : parseDocuments(text, path);
  const wrong = [...found, ...ofText];
  // What the YAML is to be blamed for is said in its words; a number that is rounded keeps no object out of a catalog.
  for (const issue of wrong) issues.push({ ...issue, severity: 'warning' });
  if (wrong.some(({ code }) => !READABLE.has(code))) return skipped(path, 'unreadable', issues);
  const [first, ...more] = documents.filter(({ value }) => value !== null);
  if (first === undefined || !isJsonObject(first.value)) return skipped(path, 'no-object', issues);
  const { apiVersion, kind } = first.value;
  if ([apiVersion, kind].some((one) => typeof one !== 'string' || one === '')) return skipped(path, 'no-kind', issues);
  const origin: Origin = { source: path, line: first.line };
  if (more.length > 0) issues.push(renderIssue('catalog-more-documents', { documents: more.length + 1 }, { origin: path }));
  const exact = withDigits(first.value, integers.filter(({ document }) => document === first.index));
  return [{ manifest: first.value, origin, ...defined({ exact }) }];
}

const NOTHING: ParsedText = { documents: [], issues: [], integers: [] };

const READABLE: ReadonlySet<string> = new Set(['yaml-duplicate-key', 'yaml-integer']);

function skipped(path: string, why: SkipReason, issues: Issue[]): readonly [] {
  issues.push(renderIssue('catalog-manifest-skipped', { why }, { origin: path }));
  return [];
}
