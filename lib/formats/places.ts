/** Issues about bundles know the document and the path in it; people look for the line. */
import type { Issue, Origin } from '../issue';
import { linesOf, type YamlPlace } from '../yaml';
import type { BundleFiles } from './bundle';
import { knownFormats } from './detect/known-formats';
import { type Bundle, formatOf } from './list';

interface Placed {
  readonly issue: Issue;
  readonly origin: Origin;
  readonly place: YamlPlace;
}

/**
 * Issues with the line of what they are about instead of that of its document. Files are parsed again for it, each once; without issues
 * that have a path nothing is.
 *
 * @param bundle to find, too, what was rendered from a deployment of its ClusterServiceVersion
 */
export function placeIssues(files: BundleFiles, issues: readonly Issue[], bundle?: Bundle): readonly Issue[] {
  const byFile = new Map<string, Placed[]>();
  for (const issue of issues) {
    const { origin, path } = issue;
    if (origin === undefined || path.length === 0 || !isReadAsWritten(origin.source)) continue;
    const place = placeOf(issue, origin, bundle);
    if (place === undefined) continue;
    const entries = byFile.get(origin.source) ?? [];
    entries.push({ issue, origin, place });
    byFile.set(origin.source, entries);
  }
  const placed = new Map<Issue, Issue>();
  for (const [file, entries] of byFile) {
    const text = files.read(file)?.toString('utf8');
    const lines = text === undefined ? [] : linesOf(text, entries.map(({ place }) => place));
    entries.forEach(({ issue, origin }, index) => {
      const line = lines[index];
      if (line !== undefined) placed.set(issue, { ...issue, origin: { ...origin, line } });
    });
  }
  return issues.map((issue) => placed.get(issue) ?? issue);
}

function isReadAsWritten(path: string): boolean {
  return knownFormats.some(({ writtenFiles }) => writtenFiles.test(path));
}

/** Undefined: the object is made from a part of the file that is not known here. */
function placeOf({ path }: Issue, { document = 0, items = [], made }: Origin, bundle: Bundle | undefined): YamlPlace | undefined {
  const source = made === undefined ? [] : bundle && formatOf(bundle).sourceOf(bundle, made.kind, made.name ?? '');
  if (source === undefined) return undefined;
  return { document, steps: [...items.flatMap((item) => ['items', String(item - 1)]), ...source, ...path.map(String)] };
}
