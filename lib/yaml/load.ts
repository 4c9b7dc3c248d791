/** Objects from a file, a folder or standard input, each with where it came from. */
import { readFileSync, statSync } from 'node:fs';
import type { JsonObject, JsonValue } from '../api';
import { BoxcutterError, messageOf } from '../errors';
import { type Issue, formatOrigin, type Origin } from '../issue';
import { decodeUtf8 } from './decode';
import { yamlIssue } from './issues';
import { isHarmless, MAX_TEXT, type YamlDocument, parseDocuments } from './parse';
import { type Foreign, holdsBundle, skipReason } from './skip';
import { isNamedByTemplate } from './template';
import { listManifestFiles } from './walk';

export interface LoadedObject {
  readonly manifest: JsonObject;
  /** File and line, the document when the file has several, and the position in a List. Unique. */
  readonly origin: Origin;
  readonly file: string;
  /** Position of the document in its file, from 1. */
  readonly document: number;
  /** Line of the document, from 1. */
  readonly line: number;
}

export interface LoadedManifests {
  readonly objects: readonly LoadedObject[];
  /** What was left out and why, as sentences. */
  readonly notes: readonly string[];
  /** What is wrong; objects are complete only when this is empty. */
  readonly issues: readonly Issue[];
}

export interface LoadOptions {
  /** What `-` stands for: the text of standard input. */
  readonly stdin?: string;
  /** What that text is called in messages and origins. @default `standard input` */
  readonly stdinName?: string;
  /** Takes documents that hold the files of a bundle, too. @default false: they are left out with a note, as no cluster takes them */
  readonly bundleDocuments?: boolean;
  /** What belongs to something else than manifests. @default only what kustomize is configured with */
  readonly foreign?: Foreign;
}

/**
 * Reads the objects of a YAML or JSON file, of a folder (with its subfolders, sorted by path; `.yaml`, `.yml`, `.json`), or of
 * `options.stdin` when the path is `-`. Lists are taken apart and empty documents left out. Documents that configure kustomize, and those
 * that `options.foreign` knows, are left out with a note.
 * @throws BoxcutterError category input: `manifests-not-found`, `manifests-unreadable`, `manifests-empty`, `manifests-are-a-project`, and
 * what `options.foreign` gives
 */
export function loadFiles(path: string, options: LoadOptions = {}): LoadedManifests {
  const { bundleDocuments = false, foreign } = options;
  const result = { objects: [] as LoadedObject[], notes: [] as string[], issues: [] as Issue[] };
  const reasonToSkip: ReasonToSkip = (value, file) =>
    bundleDocuments && holdsBundle(value) ? undefined : skipReason(value, file, foreign);
  if (path === '-') {
    loadText(options.stdin ?? '', options.stdinName ?? 'standard input', result, reasonToSkip);
    return result;
  }
  const files = statOf(path).isDirectory() ? listManifestFiles(path, result, foreign) : [path];
  for (const file of files) {
    const text = readText(file, result.issues);
    if (text !== undefined) loadText(text, file, result, reasonToSkip);
  }
  return result;
}

interface Result {
  readonly objects: LoadedObject[];
  readonly notes: string[];
  readonly issues: Issue[];
}

/**
 * The objects of one text of a bundle: Lists are taken apart and empty documents left out, nothing else. Never throws for what the text
 * holds.
 */
export function objectsOfText(text: string, file: string): Pick<LoadedManifests, 'objects' | 'issues'> {
  const result = { objects: [] as LoadedObject[], notes: [] as string[], issues: [] as Issue[] };
  loadText(text, file, result, () => undefined);
  return result;
}

type ReasonToSkip = (value: JsonValue, file: string) => string | undefined;

function loadText(text: string, file: string, result: Result, reasonToSkip: ReasonToSkip): void {
  const { documents, issues } = parseDocuments(text, file);
  for (const one of issues) result.issues.push(one);
  if (!issues.every(isHarmless)) return;
  const several = documents.filter(({ value }) => value !== null).length > 1;
  for (const document of documents) {
    if (document.value === null) continue;
    const origin: Origin = { source: file, line: document.line, ...(several ? { document: document.index } : {}) };
    const reason = reasonToSkip(document.value, file);
    if (reason !== undefined) result.notes.push(`${formatOrigin(origin)} is left out: ${reason}`);
    else take(document.value, document, origin, result);
  }
}

/** Takes one value for an object, or a list apart. */
function take(value: JsonValue, document: YamlDocument, origin: Origin, result: Result, inherited: JsonObject = {}): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    result.issues.push(yamlIssue('not-an-object', { found: nameOf(value) }, { origin }));
    return;
  }
  const object = { ...inherited, ...(value as JsonObject) } as JsonObject;
  for (const field of ['apiVersion', 'kind'] as const) {
    if (typeof object[field] === 'string' && object[field] !== '') continue;
    const missing = object[field] === undefined || object[field] === null || object[field] === '';
    const data = { field, problem: missing ? 'absent' : 'not-text', of: 'document' } as const;
    result.issues.push(yamlIssue('missing-kind', data, { origin, path: [field] }));
    return;
  }
  const kind = object.kind as string;
  const items = object.items;
  if (kind.endsWith('List') && Array.isArray(items) && object.spec === undefined) {
    // Entries of a typed list may leave out what the list says.
    const ofEntries = kind === 'List' ? {} : { apiVersion: object.apiVersion as string, kind: kind.slice(0, -'List'.length) };
    (items as readonly JsonValue[]).forEach((item, index) => {
      take(item, document, { ...origin, items: [...(origin.items ?? []), index + 1] }, result, ofEntries);
    });
    return;
  }
  if (isNamedByTemplate(object)) {
    result.issues.push(yamlIssue('yaml-template', {}, { origin }));
    return;
  }
  result.objects.push({ manifest: object, origin, file: document.file, document: document.index, line: document.line });
}

function nameOf(value: string | number | boolean | null | readonly JsonValue[]): 'list' | 'nothing' | 'text' | 'number' | 'boolean' {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'list';
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new BoxcutterError(
        'manifests-not-found', 'input',
        `There is no file or folder ${path}.`,
        { hint: 'Check the path.', cause: error },
      );
    }
    throw new BoxcutterError('manifests-unreadable', 'input', `${path} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}

function readText(file: string, issues: Issue[]): string | undefined {
  let bytes: Buffer;
  try {
    if (statSync(file).size > MAX_TEXT) {
      issues.push(yamlIssue('yaml-too-large', { mebibytes: MAX_TEXT / 1024 / 1024 }, { origin: { source: file } }));
      return undefined;
    }
    bytes = readFileSync(file);
  } catch (error) {
    throw new BoxcutterError('manifests-unreadable', 'input', `${file} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) issues.push(yamlIssue('yaml-encoding', {}, { origin: { source: file } }));
  return text;
}
