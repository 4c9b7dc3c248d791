/** Text and YAML of single files of a bundle. */
import { type JsonObject, isJsonObject } from '../../api';
import type { Issue } from '../../issue';
import { decodeUtf8, isHarmless, parseDocuments } from '../../yaml';
import type { BundleFiles } from '../bundle';
import { LIMITS } from './limits';
import { addAll } from '../report';
import { fileIssue } from './wording';

/** A file as text; undefined, with a issue, when it is too large or no UTF-8. */
export function textOf(bytes: Buffer, path: string, limit: number, issues: Issue[]): string | undefined {
  if (bytes.length > limit) {
    issues.push(fileIssue('bundle-too-large', { what: 'file', limit, unit: 'bytes' }, { origin: path }));
    return undefined;
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) issues.push(fileIssue('yaml-encoding', { among: 'manifests' }, { origin: path }));
  return text;
}

/** The one document of a file in `metadata/`; undefined, with a issue, when it cannot be read or is no mapping. */
export function metadataDocument(files: BundleFiles, path: string, issues: Issue[]): { readonly value: JsonObject } | undefined {
  const bytes = files.read(path);
  const text = bytes === undefined ? undefined : textOf(bytes, path, LIMITS.metadata, issues);
  if (text === undefined) return undefined;
  const parsed = parseDocuments(text, path);
  addAll(issues, parsed.issues);
  if (!parsed.issues.every(isHarmless)) return undefined;
  const [document, second] = parsed.documents.filter(({ value }) => value !== null);
  if (second !== undefined) {
    issues.push(fileIssue('metadata-invalid', { problem: 'several-documents' }, { origin: path }));
    return undefined;
  }
  if (document === undefined || !isJsonObject(document.value)) {
    issues.push(fileIssue('metadata-invalid', { problem: document === undefined ? 'empty' : 'no-mapping' }, { origin: path }));
    return undefined;
  }
  return { value: document.value };
}

/** The first of these files that is there. */
export function firstOf(files: BundleFiles, paths: readonly string[]): string | undefined {
  const there = new Set(files.paths());
  return paths.find((path) => there.has(path));
}
