/** Text and YAML of single files of a bundle. */
import { type JsonObject, isJsonObject } from '../../api';
import { type Finding, findingOf } from '../../issue';
import { parseDocuments, yamlWording } from '../../yaml';
import type { BundleFiles } from '../bundle';
import { LIMITS } from './limits';
import { addAll } from '../report';
import { fileFinding } from './wording';

/** A file as text; undefined, with a finding, when it is too large or no UTF-8. */
export function textOf(bytes: Buffer, path: string, limit: number, findings: Finding[]): string | undefined {
  if (bytes.length > limit) {
    findings.push(fileFinding('bundle-too-large', { what: 'file', limit, unit: 'bytes' }, { origin: path }));
    return undefined;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    findings.push(fileFinding('yaml-encoding', {}, { origin: path }));
    return undefined;
  }
}

/** The one document of a file in `metadata/`; undefined, with a finding, when it cannot be read or is no mapping. */
export function metadataDocument(files: BundleFiles, path: string, findings: Finding[]): { readonly value: JsonObject } | undefined {
  const bytes = files.read(path);
  const text = bytes === undefined ? undefined : textOf(bytes, path, LIMITS.metadata, findings);
  if (text === undefined) return undefined;
  const parsed = parseDocuments(text, path);
  addAll(findings, parsed.issues.map((issue) => findingOf(issue, yamlWording)));
  if (parsed.issues.length > 0) return undefined;
  const [document, second] = parsed.documents.filter(({ value }) => value !== null);
  if (second !== undefined) {
    findings.push(fileFinding('metadata-invalid', { problem: 'several-documents' }, { origin: path }));
    return undefined;
  }
  if (document === undefined || !isJsonObject(document.value)) {
    findings.push(fileFinding('metadata-invalid', { problem: document === undefined ? 'empty' : 'no-mapping' }, { origin: path }));
    return undefined;
  }
  return { value: document.value };
}

/** The first of these files that is there. */
export function firstOf(files: BundleFiles, paths: readonly string[]): string | undefined {
  const there = new Set(files.paths());
  return paths.find((path) => there.has(path));
}
