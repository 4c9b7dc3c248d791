/**
 * Fields of an object that belong to somebody else, as its annotation names them. A path is a JSON pointer (RFC 6901), or what plans print:
 * `/spec/replicas` or `spec.replicas`, `/spec/template/spec/containers/[name=web]/image`, `webhooks[*].clientConfig.caBundle`.
 */
import { unescapePointer } from '../issue';
import { ANNOTATION_IGNORE, GROUP } from './names';
import { asObject, type JsonObject, type KubeObject } from './object';

/** Into a member of a map; into the items of a list with these values; or into all members and items. */
export type IgnoredStep = string | { readonly item: Readonly<Record<string, string>> } | { readonly all: true };
export type IgnoredPath = readonly IgnoredStep[];

/** What is wrong with one path, or with all of them together. */
export type IgnoredProblem = {
  /** As it was written, shortened. */
  readonly path: string;
  readonly problem: 'empty' | 'too-many' | 'too-long' | 'malformed' | 'forbidden' | 'index';
};

export const MAX_IGNORED_PATHS = 32;
export const MAX_IGNORED_LENGTH = 256;

const ALL: IgnoredStep = { all: true };

/** The paths of an object; what is wrong among them is left out (see `ignoredProblem`). It may be anything. */
export function ignoredPathsOf(object: KubeObject | JsonObject): readonly IgnoredPath[] {
  const text = annotationOf(object);
  if (typeof text !== 'string') return [];
  let paths = known.get(text);
  if (paths === undefined) {
    const parsed = split(text).map(parse);
    paths = parsed.slice(0, MAX_IGNORED_PATHS).filter((path): path is IgnoredPath => Array.isArray(path) && !isForbidden(path));
    if (known.size > 1_000) known.clear();
    known.set(text, paths);
  }
  return paths;
}

/** The same few texts recur, and live objects are asked again and again. */
const known = new Map<string, readonly IgnoredPath[]>();

/** The first thing that is wrong with what the annotation says; undefined: nothing, or there is none. */
export function ignoredProblem(object: KubeObject | JsonObject): IgnoredProblem | undefined {
  const text = annotationOf(object);
  return typeof text === 'string' ? problemOf(split(text), object) : undefined;
}

function annotationOf(object: KubeObject | JsonObject): unknown {
  return asObject(asObject(asObject(object)?.['metadata'])?.['annotations'])?.[ANNOTATION_IGNORE];
}

function problemOf(written: readonly string[], object: unknown): IgnoredProblem | undefined {
  if (written.length === 0) return { path: '', problem: 'empty' };
  if (written.length > MAX_IGNORED_PATHS) return { path: '', problem: 'too-many' };
  for (const text of written) {
    const path = parse(text);
    const problem = typeof path === 'string' ? path : isForbidden(path) ? 'forbidden' : namesIndex(path, object) ? 'index' : undefined;
    if (problem !== undefined) return { path: text.slice(0, MAX_IGNORED_LENGTH), problem };
  }
  return undefined;
}

/** Commas and white space divide the paths, except in brackets. */
function split(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  let quoted = false;
  let escaped = false;
  for (const char of text) {
    const inQuotes = quoted;
    if (depth > 0 && char === '"' && !escaped) quoted = !quoted;
    escaped = inQuotes && char === '\\' && !escaped;
    if (!quoted && char === '[') depth += 1;
    if (!quoted && char === ']') depth = Math.max(0, depth - 1);
    if (depth === 0 && /[\s,]/.test(char)) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${char}`);
  }
  return parts.filter((part) => part !== '');
}

function parse(text: string): IgnoredPath | IgnoredProblem['problem'] {
  if (text.length > MAX_IGNORED_LENGTH) return 'too-long';
  const path = text.startsWith('/') ? pointerSteps(text) : dottedSteps(text);
  return path === undefined || path.length === 0 ? 'malformed' : path;
}

function pointerSteps(text: string): IgnoredPath | undefined {
  const steps = text.slice(1).split('/').map((part): IgnoredStep | undefined => {
    if (part === '' || /~(?![01])/.test(part)) return undefined;
    if (part === '*') return ALL;
    const name = unescapePointer(part);
    return name.startsWith('[') ? itemStep(name) : name;
  });
  return steps.every((step) => step !== undefined) ? steps : undefined;
}

function dottedSteps(text: string): IgnoredPath | undefined {
  const part = /(?:\.|^)([\w-]+|\*)|(\[[^\]"[]*\])|\[("(?:[^"\\]|\\.)*")\]/y;
  const steps: IgnoredStep[] = [];
  while (part.lastIndex < text.length) {
    const found = part.exec(text);
    if (found === null) return undefined;
    const [, member, item, quoted] = found;
    const step = member === '*' || item === '[*]' ? ALL : (member ?? (quoted === undefined ? itemStep(item ?? '') : unquoted(quoted)));
    if (step === undefined || step === '') return undefined;
    steps.push(step);
  }
  return steps;
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

/** `[name=web]`, `[containerPort=80,protocol=TCP]`. */
function itemStep(text: string): IgnoredStep | undefined {
  if (!/^\[[^=,\]]+=[^,\]]*(,[^=,\]]+=[^,\]]*)*\]$/.test(text)) return undefined;
  const pairs = text.slice(1, -1).split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const);
  return { item: Object.fromEntries(pairs) };
}

/** What an object is called, and what is ours on it, belongs to nobody else. */
function isForbidden([first, second, third]: IgnoredPath): boolean {
  if (typeof first !== 'string' || first === 'apiVersion' || first === 'kind') return true;
  if (first !== 'metadata') return false;
  if (second !== 'labels' && second !== 'annotations') return true;
  return typeof third !== 'string' || third.startsWith(`${GROUP}/`);
}

/** Items of lists change their place: an index names another one tomorrow. */
function namesIndex(path: IgnoredPath, value: unknown): boolean {
  const [step, ...rest] = path;
  if (step === undefined || value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return typeof step === 'string' || value.some((item: unknown) => namesIndex(rest, item));
  if (typeof step === 'string') return Object.hasOwn(value, step) && namesIndex(rest, (value as JsonObject)[step]);
  return 'all' in step && Object.values(value).some((member: unknown) => namesIndex(rest, member));
}
