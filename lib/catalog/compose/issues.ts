/** What can be wrong with a composition, and the words for it. */
import { issuesOf, type WordingOf } from '../../issue';

export interface CompositionIssues {
  'composition-invalid': { readonly problem: CompositionProblem };
}

export type CompositionProblem =
  | { readonly found: 'unknown-field'; readonly field: string }
  | { readonly found: 'wrong-type'; readonly expected: 'list' | 'mapping' | 'text' | 'texts' }
  | { readonly found: 'not-one-reference' }
  | { readonly found: 'duplicate-name'; readonly name: string }
  | { readonly found: 'package-missing'; readonly reference: string; readonly packageName: string }
  | { readonly found: 'duplicate-package'; readonly packageName: string; readonly references: readonly [string, string] };

const TYPES = { list: 'a list', mapping: 'a mapping', text: 'a text', texts: 'a list of texts' } as const;

export const compositionWording: WordingOf<CompositionIssues> = {
  'composition-invalid': ({ problem }) => {
    switch (problem.found) {
      case 'unknown-field':
        return { message: `unknown field ${JSON.stringify(problem.field)}`, hint: 'Remove it, or correct its name.' };
      case 'wrong-type':
        return { message: `this has to be ${TYPES[problem.expected]}` };
      case 'not-one-reference':
        return {
          message: 'a reference has either an image or from',
          hint: 'Name an image with image, or what stands on this machine with from.',
        };
      case 'duplicate-name':
        return { message: `two references are called ${JSON.stringify(problem.name)}`, hint: 'Give each a name of its own.' };
      case 'package-missing':
        return {
          message: `reference ${JSON.stringify(problem.reference)} has no package ${JSON.stringify(problem.packageName)}`,
          hint: 'Correct its list of packages.',
        };
      case 'duplicate-package': {
        const [one, other] = problem.references;
        return {
          message: `package ${JSON.stringify(problem.packageName)} comes from ${JSON.stringify(one)} and from ${JSON.stringify(other)}`,
          hint: 'List the packages that are taken from each, under packages.',
        };
      }
    }
  },
};

export const compositionIssue = issuesOf<CompositionIssues>();
