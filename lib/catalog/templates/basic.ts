/**
 * `olm.template.basic`: a catalog in which bundles are named by their images alone, and everything else is written out. The reverse makes a
 * template of a catalog. Source: opm, render-template basic and convert-template.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { asString } from '../../schema';
import type { Issue, Origin, Segment } from '../../issue';
import type { BundleReference, RenderedTemplate, RenderReference } from './bundle-source';
import { templateIssue, type TemplateProblem } from './issues';

export const BASIC_TEMPLATE = 'olm.template.basic';

const BUNDLE_MEMBERS = ['schema', 'image', 'name', 'from'];

/** Every bundle is rendered, everything else passes as it is. */
export async function renderBasicTemplate(template: JsonObject, origin: Origin, render: RenderReference): Promise<RenderedTemplate> {
  const issues: Issue[] = [];
  const blobs = await renderEntries(template['entries'], origin, render, issues);
  return issues.some(({ severity }) => severity === 'error') ? { blobs: [], issues } : { blobs, issues };
}

/** The blobs of a list of entries in their order. Every image is rendered once. */
export async function renderEntries(
  entries: JsonValue | undefined, origin: Origin, render: RenderReference, issues: Issue[],
): Promise<readonly JsonObject[]> {
  const say = (problem: TemplateProblem, path: readonly Segment[]): void => {
    issues.push(templateIssue('template-invalid', { problem }, { origin, path }));
  };
  if (!Array.isArray(entries)) {
    say({ found: 'wrong-type', expected: 'list' }, ['entries']);
    return [];
  }
  const blobs: JsonObject[] = [];
  for (const [index, entry] of (entries as readonly JsonValue[]).entries()) {
    if (!isJsonObject(entry)) {
      say({ found: 'wrong-type', expected: 'mapping' }, ['entries', index]);
      continue;
    }
    if (entry['schema'] !== 'olm.bundle') {
      blobs.push(entry);
      continue;
    }
    const reference = bundleReference(entry, (problem) => say(problem, ['entries', index]));
    if (reference === undefined) continue;
    const rendered = await render(reference);
    for (const issue of rendered.issues) issues.push(issue);
    for (const blob of rendered.blobs) blobs.push(blob);
  }
  return blobs;
}

function bundleReference(entry: JsonObject, say: (problem: TemplateProblem) => void): BundleReference | undefined {
  const fields = Object.keys(entry).filter((key) => !BUNDLE_MEMBERS.includes(key));
  if (fields.length > 0) {
    say({ found: 'unexpected-bundle-fields', fields });
    return undefined;
  }
  return referenceOf(entry, say);
}

/** `{image, from}` of a template. */
export function referenceOf(entry: JsonObject, say: (problem: TemplateProblem) => void): BundleReference | undefined {
  const [image, from] = [asString(entry['image']) ?? '', asString(entry['from']) ?? ''];
  if (image === '' && from === '') {
    say({ found: 'no-reference' });
    return undefined;
  }
  return { image, ...(from === '' ? {} : { from }) };
}

/** The template that a catalog comes out of: every bundle by its image, everything else as it is. */
export function basicTemplateOf(blobs: readonly JsonObject[]): JsonObject {
  const entries = blobs.map((blob): JsonValue => {
    if (blob['schema'] !== 'olm.bundle' || (asString(blob['image']) ?? '') === '') return blob;
    return { schema: 'olm.bundle', image: blob['image'] ?? '' };
  });
  return { schema: BASIC_TEMPLATE, entries };
}
