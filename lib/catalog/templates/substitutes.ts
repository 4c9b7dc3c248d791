/**
 * `olm.template.substitutes`: a catalog in which rebuilt bundles take the place of others. In every channel that has the base, the
 * substitute takes over its edges and skips it; who replaced or skipped the base does so with the substitute. Source: opm, render-template
 * substitutes.
 */
import { defined } from '../../defined';
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { asString } from '../../schema';
import { hasErrors, type Issue, type Origin } from '../../issue';
import { compareVersionReleases } from '../../semver';
import { renderEntries } from './basic';
import type { RenderedTemplate, RenderReference } from './bundle-source';
import { templateIssue, type TemplateProblem } from './issues';
import { versionOf } from './semver';

export const SUBSTITUTES_TEMPLATE = 'olm.template.substitutes';

interface Substitution {
  /** The image of the rebuilt bundle. */
  readonly name: string;
  /** The name of the bundle that it takes the place of. */
  readonly base: string;
}

export async function renderSubstitutesTemplate(template: JsonObject, origin: Origin, render: RenderReference): Promise<RenderedTemplate> {
  const issues: Issue[] = [];
  const say = (problem: TemplateProblem, index?: number): void => {
    const path = ['substitutions', ...(index === undefined ? [] : [index])];
    issues.push(templateIssue('template-invalid', { problem }, { origin, path }));
  };
  const substitutions = readSubstitutions(template['substitutions'], say);
  let blobs = await renderEntries(template['entries'], origin, render, issues);
  for (const [index, { name, base }] of substitutions.entries()) {
    if (hasErrors(issues)) break;
    const rendered = await render({ image: name });
    issues.push(...rendered.issues);
    const [substitute, more] = rendered.blobs.filter(({ schema }) => schema === 'olm.bundle');
    if (hasErrors(rendered.issues)) break;
    if (substitute === undefined || more !== undefined) {
      say({ found: 'not-one-bundle', reference: name, count: rendered.blobs.length }, index);
      break;
    }
    const problem = mismatch(blobs, base, substitute);
    if (problem === undefined) blobs = [...blobs.map((blob) => withSubstitute(blob, base, asString(substitute['name']) ?? '')), substitute];
    else say(problem, index);
  }
  return hasErrors(issues) ? { blobs: [], issues } : { blobs, issues };
}

function readSubstitutions(given: JsonValue | undefined, say: (problem: TemplateProblem, index?: number) => void): readonly Substitution[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) {
    say({ found: 'wrong-type', expected: 'list' });
    return [];
  }
  const byBase = new Set<string>();
  const byName = new Map<string, string>();
  return (given as readonly JsonValue[]).flatMap((entry, index) => {
    const [name, base] = isJsonObject(entry) ? [asString(entry['name']) ?? '', asString(entry['base']) ?? ''] : ['', ''];
    const other = byName.get(name);
    if (name === '') say({ found: 'substitution-empty', member: 'name' }, index);
    else if (base === '') say({ found: 'substitution-empty', member: 'base' }, index);
    else if (name === base) say({ found: 'substitution-same' }, index);
    else if (byBase.has(base)) say({ found: 'base-twice', base }, index);
    else if (other !== undefined) say({ found: 'substitution-twice', name, bases: [other, base] }, index);
    else {
      byBase.add(base);
      byName.set(name, base);
      return [{ name, base }];
    }
    return [];
  });
}

function mismatch(blobs: readonly JsonObject[], base: string, substitute: JsonObject): TemplateProblem | undefined {
  const found = blobs.find(({ schema, name }) => schema === 'olm.bundle' && name === base);
  if (found === undefined) return { found: 'base-missing', base };
  const [older, newer] = [versionOf(found), versionOf(substitute)];
  const name = asString(substitute['name']) ?? '';
  const isOlder = older !== undefined && newer !== undefined
    && (compareVersionReleases(older, newer) || compareBuilds(older.version.build, newer.version.build)) < 0;
  return isOlder ? undefined : { found: 'base-not-older', base, substitute: name };
}

/** Rebuilds were once told apart by build metadata alone. */
function compareBuilds(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length - b.length;
  return a.join('.').localeCompare(b.join('.'), 'en', { numeric: true });
}

/** The blob, if it is a channel with the base, with the substitute in its place. */
function withSubstitute(blob: JsonObject, base: string, substitute: string): JsonObject {
  const { entries } = blob;
  if (blob['schema'] !== 'olm.channel' || !Array.isArray(entries)) return blob;
  const list = (entries as readonly JsonValue[]).filter(isJsonObject);
  const found = list.find(({ name }) => name === base);
  if (found === undefined) return blob;
  const { replaces, skipRange } = found;
  const changed = list.map((entry): JsonObject => {
    if (entry === found) return { name: base };
    const skips = skipsOf(entry);
    if (entry['replaces'] === base) return { ...entry, replaces: substitute, skips: [...skips, ...(skips.includes(base) ? [] : [base])] };
    return skips.includes(base) ? { ...entry, skips: [...skips, substitute] } : entry;
  });
  const taken: JsonObject = {
    name: substitute,
    ...defined({ replaces }),
    skips: [...skipsOf(found), base],
    ...defined({ skipRange }),
  };
  return { ...blob, entries: [...changed, taken] };
}

function skipsOf({ skips }: JsonObject): readonly string[] {
  return Array.isArray(skips) ? (skips as readonly JsonValue[]).filter((one) => typeof one === 'string') : [];
}
