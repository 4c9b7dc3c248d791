/** Findings about bundles know the document and the path in it; people look for the line. */
import type { Finding } from '../issue';
import { linesOf, type YamlPlace } from '../yaml';
import type { BundleFiles } from './bundle';
import { type Bundle, formatOf } from './list';

/** Files that are read as they are. What a template of a chart gives has no place in it. */
const READ_AS_WRITTEN = /^(?:manifests|metadata|crds)\/|^(?:Chart|requirements|values)\.yaml$|^values\.schema\.json$/;

const ORIGIN = /^(.+?)(?::\d+)?((?: \([^()]*\))*)$/;

interface Placed {
  readonly finding: Finding;
  readonly place: YamlPlace;
  /** What its origin says after the line: document, entry of a list, rendered object. */
  readonly rest: string;
}

/**
 * Findings with the line of what they are about instead of that of its document. Files are parsed again for it, each once; without findings
 * that have a path nothing is.
 *
 * @param bundle to find, too, what was rendered from a deployment of its ClusterServiceVersion
 */
export function placeFindings(files: BundleFiles, findings: readonly Finding[], bundle?: Bundle): readonly Finding[] {
  const byFile = new Map<string, Placed[]>();
  for (const finding of findings) {
    const [, file = '', rest = ''] = ORIGIN.exec(finding.origin ?? '') ?? [];
    if (finding.path === '' || !READ_AS_WRITTEN.test(file)) continue;
    const place = placeOf(finding.path, rest, bundle);
    if (place === undefined) continue;
    const entries = byFile.get(file) ?? [];
    entries.push({ finding, place, rest });
    byFile.set(file, entries);
  }
  const placed = new Map<Finding, Finding>();
  for (const [file, entries] of byFile) {
    const text = files.read(file)?.toString('utf8');
    const lines = text === undefined ? [] : linesOf(text, entries.map(({ place }) => place));
    entries.forEach(({ finding, rest }, index) => {
      const line = lines[index];
      if (line !== undefined) placed.set(finding, { ...finding, origin: `${file}:${line}${rest}` });
    });
  }
  return findings.map((finding) => placed.get(finding) ?? finding);
}

/** Undefined: the object is made from a part of the file that is not known here. */
function placeOf(path: string, rest: string, bundle: Bundle | undefined): YamlPlace | undefined {
  let document = 0;
  const steps: string[] = [];
  for (const [, words = ''] of rest.matchAll(/\(([^()]*)\)/g)) {
    const [, what, number] = /^(document|item) (\d+)$/.exec(words) ?? [];
    if (what === 'document') document = Number(number);
    else if (what === 'item') steps.push('items', String(Number(number) - 1));
    else {
      const [, kind = '', name = ''] = /^(\S+) (?:[^/]*\/)?(.+)$/.exec(words) ?? [];
      const source = bundle === undefined ? undefined : formatOf(bundle).sourceOf(bundle, kind, name);
      if (source === undefined) return undefined;
      steps.push(...source);
    }
  }
  return { document, steps: [...steps, ...stepsOf(path)] };
}

/** Steps of `a.b[0]["c.d"]`, and of a JSON pointer. */
function stepsOf(path: string): string[] {
  if (path.startsWith('/')) return path.slice(1).split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[([^\]]*)\]|([^.[\]]+)/g)].map(([, quoted, bracketed, plain]) =>
    (quoted === undefined ? bracketed : (JSON.parse(`"${quoted}"`) as string)) ?? plain ?? '');
}
