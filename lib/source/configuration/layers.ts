/** Where each value of a configuration was given: what comes later wins, so the last layer that has a place decides. */
import type { JsonObject, JsonValue } from '../../api';
import type { ConfigIssues } from '../../config';
import type { Issue, Origin, Segment } from '../../issue';
import { linesOf } from '../../yaml';
import type { Assignment } from './set-values';

/** A file, or one value of an option. */
export type Layer =
  | { readonly file: string; readonly text: string; readonly values: JsonObject }
  | Assignment & { readonly option: string };

export interface GivenValues {
  /** Absent: none were given, and there is nothing that they would be put over. */
  readonly values?: JsonObject;
  /** In the order in which they were put over each other; without what was configured before. */
  readonly layers: readonly Layer[];
}

/** A configuration that does not fit, each of its problems with what it came from. */
export function placeConfigIssue(issue: Issue, layers: readonly Layer[]): Issue {
  if (issue.code !== 'invalid-config' || layers.length === 0) return issue;
  const { problems } = issue.data as ConfigIssues['invalid-config'];
  return { ...issue, data: { ...issue.data, problems: problems.map((problem) => placeProblem(problem, layers)) } };
}

/** A problem of a configuration, with the file and line or the option that it came from, where it came from one. */
export function placeProblem(problem: Issue, layers: readonly Layer[]): Issue {
  const origin = originOf(problem.path, layers) ?? originOf(problem.path.slice(0, -1), layers);
  return origin === undefined ? problem : { ...problem, origin };
}

/** The layer that gave the value at a place, or something within it; undefined for the whole. */
export function layerOf(path: readonly Segment[], layers: readonly Layer[]): Layer | undefined {
  if (path.length === 0) return undefined;
  return layers.findLast((layer) => ('file' in layer
    ? has(layer.values, path)
    : path.every((segment, index) => index >= layer.steps.length || layer.steps[index] === segment)));
}

function originOf(path: readonly Segment[], layers: readonly Layer[]): Origin | undefined {
  const layer = layerOf(path, layers);
  if (layer === undefined) return undefined;
  if (!('file' in layer)) return { source: layer.option };
  const [line] = linesOf(layer.text, [{ document: 0, steps: path.map(String) }]);
  return { source: layer.file, ...(line === undefined ? {} : { line }) };
}

function has(value: JsonValue | undefined, [segment, ...rest]: readonly Segment[]): boolean {
  if (segment === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, segment) && has((value as Readonly<Record<Segment, JsonValue>>)[segment], rest);
}
