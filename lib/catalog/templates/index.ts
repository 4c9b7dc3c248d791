/** Templates: short files that catalogs are rendered from. Which one a document is, its member `schema` says. */
import type { JsonObject } from '../../api';
import type { Origin } from '../../issue';
import { BASIC_TEMPLATE, renderBasicTemplate } from './basic';
import type { RenderedTemplate, RenderReference } from './bundle-source';
import { templateIssue } from './issues';
import { renderSemverTemplate } from './semver';
import { SEMVER_TEMPLATE } from './semver-template';
import { renderSubstitutesTemplate, SUBSTITUTES_TEMPLATE } from './substitutes';

export { basicTemplateOf } from './basic';
export type { BundleReference, RenderedReference, RenderedTemplate, RenderReference } from './bundle-source';
export { type TemplateIssues, templateWording } from './issues';

const TEMPLATES: ReadonlyMap<unknown, typeof renderBasicTemplate> = new Map([
  [BASIC_TEMPLATE, renderBasicTemplate],
  [SEMVER_TEMPLATE, renderSemverTemplate],
  [SUBSTITUTES_TEMPLATE, renderSubstitutesTemplate],
]);

/** Templates that opm had until 1.43. Taken for blobs, they would be a catalog of nothing. */
const COMPOSITE: ReadonlySet<unknown> = new Set(['olm.composite', 'olm.composite.catalogs']);

/** Whether a document is a template, and no blob of a catalog. */
export function isTemplate({ schema }: JsonObject): boolean {
  return TEMPLATES.has(schema) || COMPOSITE.has(schema);
}

/**
 * Renders a template of any kind.
 * @param render what gives the bundles that the template names
 */
export async function renderTemplate(template: JsonObject, origin: Origin, render: RenderReference): Promise<RenderedTemplate> {
  const renderIt = TEMPLATES.get(template['schema']);
  if (renderIt !== undefined) return renderIt(template, origin, render);
  const schema = String(template['schema'] ?? '');
  const problem = COMPOSITE.has(schema)
    ? { found: 'composite', schema } as const
    : { found: 'unknown-schema', schema, known: [...TEMPLATES.keys()].map(String) } as const;
  return { blobs: [], issues: [templateIssue('template-invalid', { problem }, { origin, path: ['schema'] })] };
}
