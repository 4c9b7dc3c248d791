/** What `helm template` prints, as objects: each document is said to come from a file, in a comment before it. */
import type { JsonObject } from '../../api';
import { formatOrigin, type Issue, type Origin } from '../../issue';
import { objectsOfText } from '../../yaml';

export interface RenderedObject {
  readonly manifest: JsonObject;
  /**
   * `templates/web.yaml`, with `(document 2)` when the template gives several; files in `crds/` are no templates, and have lines. Unique.
   */
  readonly origin: Origin;
  /** From a folder `crds/`, of the chart or of one within it. */
  readonly isDefinition: boolean;
}

interface Part {
  readonly file: string;
  readonly text: string;
}

export function readOutput(output: string): { readonly objects: readonly RenderedObject[]; readonly issues: readonly Issue[] } {
  const parts = partsOf(output);
  const counts = new Map<string, number>();
  for (const { file } of parts) counts.set(file, (counts.get(file) ?? 0) + 1);
  const seen = new Map<string, number>();
  const objects: RenderedObject[] = [];
  const issues: Issue[] = [];
  for (const { file, text } of parts) {
    const number = (seen.get(file) ?? 0) + 1;
    seen.set(file, number);
    const isDefinition = /^(?:charts\/[^/]+\/)*crds\//.test(file);
    const template: Origin = { source: file, ...(counts.get(file) === 1 ? {} : { document: number }) };
    // Lines of what a template gives are no lines of the template.
    const originOf = (origin: Origin): Origin => (isDefinition || origin.line === undefined ? origin : ofTemplate(template, origin));
    const read = objectsOfText(text, file);
    for (const { manifest, origin } of read.objects) objects.push({ manifest, origin: originOf(origin), isDefinition });
    for (const issue of read.issues) issues.push(isDefinition ? issue : ofRendered(issue, originOf));
  }
  return { objects, issues };
}

/** A part of what a template gives. One that holds several documents itself has their numbers after its own. */
function ofTemplate(template: Origin, { line: _, ...origin }: Origin): Origin {
  return origin.document === undefined ? { ...origin, ...template } : { ...origin, source: formatOrigin(template) };
}

function ofRendered(issue: Issue, originOf: (origin: Origin) => Origin): Issue {
  const { origin } = issue;
  if (origin?.line === undefined) return issue;
  return { ...issue, origin: { ...originOf(origin), renderedLine: origin.line } };
}

/** Documents with the file that they come from, without the folder of the chart; those without an object are left out. */
function partsOf(output: string): Part[] {
  const starts = [...output.matchAll(/^---\n# Source: [^/\n]+\/(.*)\n/gm)];
  return starts.flatMap((start, index) => {
    const text = output.slice(start.index + start[0].length, starts[index + 1]?.index ?? output.length);
    return /^[^\S\n]*[^\s#]/m.test(text.replace(/^---[^\S\n]*$/gm, '')) ? [{ file: start[1] ?? '', text }] : [];
  });
}
