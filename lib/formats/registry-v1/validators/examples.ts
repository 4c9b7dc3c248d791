/** The annotation `alm-examples` of a ClusterServiceVersion: one custom resource for each API it provides. */
import { asObject, groupOf, versionOf } from '../../../api';
import { messageOf } from '../../../errors';
import type { Finding } from '../../../schema/finding';
import { problem, remark } from '../../report';
import type { Validator } from './subject';

const ANNOTATION = 'alm-examples';

export const examplesFitTheApis: Validator = ({ csv }) => {
  const place = { origin: csv.origin, path: `metadata.annotations["${ANNOTATION}"]` };
  const text = csv.annotations[ANNOTATION] ?? '';
  if (Object.keys(csv.annotations).length === 0) return [remark('examples', 'annotations not found', { origin: csv.origin, path: 'metadata.annotations' })];
  if (text.trim() === '') return [remark('examples', 'example annotations not found', place)];
  let examples: unknown;
  try {
    examples = JSON.parse(text);
  } catch (error) {
    return [problem('examples-invalid', `the examples are no JSON: ${messageOf(error)}`, place)];
  }
  if (!Array.isArray(examples)) return [problem('examples-invalid', 'the examples are no list', place)];
  return compare(csv.ownedCrds, examples, place);
};

function compare(
  owned: readonly { readonly name: string; readonly version: string; readonly kind: string }[],
  examples: readonly unknown[],
  place: { readonly origin: string; readonly path: string },
): Finding[] {
  const provided = new Set(owned.map(({ name, version, kind }) => `${name.slice(name.indexOf('.') + 1)}/${version} ${kind}`));
  const shown = new Set<string>();
  const findings: Finding[] = [];
  examples.forEach((example, index) => {
    const { apiVersion, kind } = asObject(example) ?? {};
    const key = typeof apiVersion === 'string' && typeof kind === 'string' ? `${groupOf(apiVersion)}/${versionOf(apiVersion)} ${kind}` : '';
    shown.add(key);
    if (provided.has(key)) return;
    findings.push(problem('example-not-provided', 'example must have a provided API', { ...place, path: `${place.path}[${index}]`, hint: `The ClusterServiceVersion owns no ${key === '' ? 'API without apiVersion and kind' : key}.` }));
  });
  const missing = [...provided].filter((api) => !shown.has(api));
  if (missing.length > 0) findings.push(remark('example-missing', 'provided API should have an example annotation', { ...place, hint: `There is none for ${missing.join(', ')}.` }));
  return findings;
}
