/** From the files of a bundle, whatever its format, to the `olm.bundle` that a catalog has of it. */
import { type BundleFiles, readBundle } from '../../formats';
import { formatOfFiles } from '../../formats/list';
import { hasErrors, type Issue } from '../../issue';
import { OLM_FORMAT } from './bundle-format';
import { renderIssue } from './issues';
import type { RenderBlobOptions, RenderedBlob } from './options';
import { plainBlob } from './plain-blob';
import { registryBlob } from './registry-blob';

/**
 * The `olm.bundle` of a bundle. Of registry+v1 it is what `opm render` gives; of other formats it has `olm.package`, the kinds that the
 * bundle brings and needs, and its media type. A configuration schema of the author comes along (docs/catalogs.md).
 */
export function renderBundleBlob(files: BundleFiles, options: RenderBlobOptions = {}): RenderedBlob {
  const issues: Issue[] = [...(files.issues ?? [])];
  const format = formatOfFiles(files);
  const rendered = format === undefined ? undefined : format.name === OLM_FORMAT
    ? registryBlob(files, options, issues)
    : plainBlob(files, options, issues);
  const blob = rendered?.blob;
  if (format === undefined) issues.push(...readBundle(files).issues);
  if (blob !== undefined && (options.image ?? '') === '') {
    const isCarried = format?.name === OLM_FORMAT;
    issues.push(renderIssue('catalog-no-image', { bundle: String(blob['name']), isCarried }, { origin: files.origin }));
  }
  const judged = options.strict === true ? strictly(files, issues) : issues;
  return hasErrors(judged) || rendered === undefined ? { issues: judged } : { ...rendered, issues: judged };
}

/** Whether there is an image is for the catalog to judge, and advice stays advice. */
const STILL_WARNINGS: ReadonlySet<string> = new Set(['catalog-no-image', 'catalog-config-schema-large', 'property-in-annotation']);

function strictly(files: BundleFiles, issues: readonly Issue[]): readonly Issue[] {
  const own = issues.map((issue): Issue => (STILL_WARNINGS.has(issue.code) ? issue : { ...issue, severity: 'error' }));
  const known = new Set(own.map(keyOf));
  return [...own, ...readBundle(files).issues.filter((issue) => issue.severity === 'error' && !known.has(keyOf(issue)))];
}

function keyOf({ code, path, origin }: Issue): string {
  return JSON.stringify([code, path, origin?.source, origin?.line]);
}
