/** Text and YAML of single files of a bundle. */
import { type JsonObject, isJsonObject } from '../../api';
import { type Finding, findingOf } from '../../schema/finding';
import { parseDocuments, yamlWording } from '../../yaml';
import type { BundleFiles } from '../bundle';
import { LIMITS, inMebibytes } from './limits';
import { addAll, problem } from '../report';

/** A file as text; undefined, with a finding, when it is too large or no UTF-8. */
export function textOf(bytes: Buffer, path: string, limit: number, findings: Finding[]): string | undefined {
  if (bytes.length > limit) {
    findings.push(problem('bundle-too-large', `the file has more than ${inMebibytes(limit)}`, { origin: path, hint: 'Split it, or leave out what is not needed.' }));
    return undefined;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    findings.push(problem('yaml-encoding', 'the file is not UTF-8 text', { origin: path, hint: 'Only manifests belong here; save them as UTF-8.' }));
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
    findings.push(problem('metadata-invalid', 'the file has several documents; only one is read', { origin: path, hint: 'Put everything into one document.' }));
    return undefined;
  }
  if (document === undefined || !isJsonObject(document.value)) {
    findings.push(problem('metadata-invalid', document === undefined ? 'the file is empty' : 'the file holds no mapping', { origin: path }));
    return undefined;
  }
  return { value: document.value };
}

/** The first of these files that is there. */
export function firstOf(files: BundleFiles, paths: readonly string[]): string | undefined {
  const there = new Set(files.paths());
  return paths.find((path) => there.has(path));
}
