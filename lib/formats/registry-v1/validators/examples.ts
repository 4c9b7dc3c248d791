/** The annotation `alm-examples` of a ClusterServiceVersion: one custom resource for each API it provides. */
import { asObject, groupOf, versionOf } from '../../../api';
import { messageOf } from '../../../errors';
import type { Issue, Origin, Segment } from '../../../issue';
import { registryIssue } from '../registry-issue';
import type { Validator } from './subject';

const ANNOTATION = 'alm-examples';

export const examplesFitTheApis: Validator = ({ csv }) => {
  const place = { origin: csv.origin, path: ['metadata', 'annotations', ANNOTATION] };
  const text = csv.annotations[ANNOTATION] ?? '';
  if (Object.keys(csv.annotations).length === 0) {
    return [registryIssue('examples', { missing: 'annotations' }, { origin: csv.origin, path: ['metadata', 'annotations'] })];
  }
  if (text.trim() === '') return [registryIssue('examples', { missing: 'examples' }, place)];
  let examples: unknown;
  try {
    examples = JSON.parse(text);
  } catch (error) {
    return [registryIssue('examples-invalid', { reason: messageOf(error) }, place)];
  }
  if (!Array.isArray(examples)) return [registryIssue('examples-invalid', {}, place)];
  return compare(csv.ownedCrds, examples, place);
};

function compare(
  owned: readonly { readonly name: string; readonly version: string; readonly kind: string }[],
  examples: readonly unknown[],
  place: { readonly origin: Origin; readonly path: readonly Segment[] },
): Issue[] {
  const provided = new Set(owned.map(({ name, version, kind }) => `${name.slice(name.indexOf('.') + 1)}/${version} ${kind}`));
  const shown = new Set<string>();
  const issues: Issue[] = [];
  examples.forEach((example, index) => {
    const { apiVersion, kind } = asObject(example) ?? {};
    const key = typeof apiVersion === 'string' && typeof kind === 'string' ? `${groupOf(apiVersion)}/${versionOf(apiVersion)} ${kind}` : '';
    shown.add(key);
    if (provided.has(key)) return;
    issues.push(registryIssue('example-not-provided', { api: key }, { ...place, path: [...place.path, index] }));
  });
  const missing = [...provided].filter((api) => !shown.has(api));
  if (missing.length > 0) issues.push(registryIssue('example-missing', { apis: missing }, place));
  return issues;
}
