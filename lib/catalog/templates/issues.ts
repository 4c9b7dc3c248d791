/** What can be wrong with a template, and the words for it: those of opm, where it has some. */
import { docPage } from '../../doc-page';
import { quoted } from '../../formats/report';
import { issuesOf, type WordingOf } from '../../issue';

export interface TemplateIssues {
  'template-invalid': { readonly problem: TemplateProblem };
}

export type TemplateProblem =
  | { readonly found: 'unknown-schema'; readonly schema: string; readonly known: readonly string[] }
  | { readonly found: 'composite'; readonly schema: string }
  | { readonly found: 'unknown-field'; readonly field: string }
  | { readonly found: 'wrong-type'; readonly expected: 'list' | 'mapping' | 'text' | 'boolean' }
  | { readonly found: 'no-reference' | 'no-bundles' }
  | { readonly found: 'unexpected-bundle-fields'; readonly fields: readonly string[] }
  | { readonly found: 'preference-not-generated'; readonly preference: 'major' | 'minor' }
  | { readonly found: 'unknown-preference'; readonly value: string }
  | { readonly found: 'not-one-bundle'; readonly reference: string; readonly count: number }
  | { readonly found: 'foreign-bundle'; readonly bundle: string; readonly packageName: string }
  | { readonly found: 'duplicate-bundle'; readonly bundle: string }
  | { readonly found: 'no-version'; readonly bundle: string }
  | { readonly found: 'build-metadata'; readonly pairs: readonly (readonly [string, string])[] }
  | { readonly found: 'same-version'; readonly version: string; readonly bundles: readonly string[] }
  | { readonly found: 'substitution-empty'; readonly member: 'name' | 'base' }
  | { readonly found: 'substitution-same' }
  | { readonly found: 'base-missing'; readonly base: string }
  | { readonly found: 'base-not-older'; readonly base: string; readonly substitute: string }
  | { readonly found: 'base-twice'; readonly base: string }
  | { readonly found: 'substitution-twice'; readonly name: string; readonly bases: readonly [string, string] };

const TYPES = { list: 'a list', mapping: 'a mapping', text: 'a text', boolean: 'true or false' } as const;

export const templateWording: WordingOf<TemplateIssues> = {
  'template-invalid': ({ problem }) => {
    switch (problem.found) {
      case 'unknown-schema':
        return {
          message: `template has unknown schema (${quoted(problem.schema)}), should be ${listText(problem.known)}`,
          hint: 'Name one of these schemas in the member schema of the template.',
        };
      case 'composite':
        return {
          message: `${quoted(problem.schema)} is a composite template, and there are none any more, in opm either`,
          hint: `A composition makes a catalog of others: schema boxcutter.catalog-composition/v1 (${docPage('catalogs.md')}).`,
        };
      case 'unknown-field':
        return { message: `unknown field ${quoted(problem.field)}`, hint: 'Remove it, or correct its name.' };
      case 'wrong-type':
        return { message: `this has to be ${TYPES[problem.expected]}` };
      case 'no-reference':
        return { message: 'no image is named', hint: 'Add image: the reference that the bundle is pulled from.' };
      case 'no-bundles':
        return {
          message: 'render: no bundles specified or no bundles could be rendered',
          hint: 'List bundles under candidate, fast or stable.',
        };
      case 'unexpected-bundle-fields':
        return {
          message: `unexpected fields present in basic template bundle: ${problem.fields.join(', ')}`,
          hint: 'A bundle of a template has only schema, image, name and from; the rest comes from the bundle itself.',
        };
      case 'preference-not-generated':
        return {
          message: `schema attribute mismatch: DefaultChannelTypePreference set to '${problem.preference}' doesn't make sense if not `
            + `generating ${problem.preference}-version channels`,
          hint: `Set generate${problem.preference === 'major' ? 'Major' : 'Minor'}Channels to true, or take the preference out.`,
        };
      case 'unknown-preference':
        return {
          message: `unknown DefaultChannelTypePreference: ${quoted(problem.value)}`,
          hint: "Valid values are 'major' or 'minor'.",
        };
      case 'not-one-bundle':
        return { message: `bundle reference ${quoted(problem.reference)} resulted in ${problem.count} bundles, expected 1` };
      case 'foreign-bundle':
        return {
          message: `bundle ${quoted(problem.bundle)} does not belong to this package: ${quoted(problem.packageName)}`,
          hint: 'A semver template is about one package.',
        };
      case 'duplicate-bundle':
        return { message: `duplicate bundle name ${quoted(problem.bundle)}`, hint: 'Name every bundle after its version.' };
      case 'no-version':
        return { message: `bundle ${quoted(problem.bundle)} has no semantic version, so it has no place in a channel` };
      case 'build-metadata':
        return {
          message: 'encountered bundle versions which differ only by build metadata, which cannot be ordered: '
            + `[${problem.pairs.map(([a, b]) => `bundle version ${quoted(a)} cannot be compared to ${quoted(b)}`).join(', ')}]`,
          hint: 'Give the newer bundle a release, or a higher version.',
        };
      case 'same-version':
        return { message: `bundles ${problem.bundles.join(', ')} have the same version ${problem.version}` };
      case 'substitution-empty':
        return { message: `substitution ${problem.member} cannot be empty` };
      case 'substitution-same':
        return { message: 'substitution name and base cannot be the same' };
      case 'base-missing':
        return { message: `base bundle ${quoted(problem.base)} does not exist in catalog` };
      case 'base-not-older':
        return { message: `base bundle ${quoted(problem.base)} is not less than substitute bundle ${quoted(problem.substitute)}` };
      case 'base-twice':
        return { message: `render: cannot reuse the same substitution base ${quoted(problem.base)}` };
      case 'substitution-twice': {
        const [first, second] = problem.bases.map(quoted);
        return {
          message: `render: cannot reuse the same substitution ${quoted(problem.name)} for different bases (${first} and ${second})`,
        };
      }
    }
  },
};

function listText(known: readonly string[]): string {
  return known.map(quoted).join(' or ');
}

export const templateIssue = issuesOf<TemplateIssues>();
