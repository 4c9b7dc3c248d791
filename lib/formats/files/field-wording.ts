/** What can be wrong with a field of input of which nothing is certain, and the words for it. */
import type { Words } from '../../issue';

/** Types of values, as messages name them. */
export type FieldType = 'string' | 'boolean' | 'integer' | 'integer-or-string' | 'mapping' | 'list';

export type FieldProblem =
  | { readonly wrong: 'missing' }
  | { readonly wrong: 'type'; readonly expected: FieldType; readonly quotable?: true }
  /** It has to be just this; `only`: nothing else exists. */
  | { readonly wrong: 'other-value'; readonly expected: string; readonly only?: 'strategy' }
  | { readonly wrong: 'unknown'; readonly what: string; readonly value: string; readonly known: readonly string[] }
  | { readonly wrong: 'range'; readonly least: number; readonly most: number };

const types: Readonly<Record<FieldType, string>> = {
  'string': 'a string',
  'boolean': 'true or false',
  'integer': 'an integer',
  'integer-or-string': 'an integer or a string',
  'mapping': 'a mapping',
  'list': 'a list',
};

export function fieldWords(problem: FieldProblem): Words {
  switch (problem.wrong) {
    case 'missing':
      return { message: 'required field missing' };
    case 'type':
      return { message: `must be ${types[problem.expected]}`, hint: problem.quotable && 'Quote it.' };
    case 'other-value':
      return problem.only === undefined
        ? { message: `must be ${problem.expected}` }
        : { message: `must be ${JSON.stringify(problem.expected)}`, hint: `There is no other ${problem.only}.` };
    case 'unknown':
      return { message: `there is no ${problem.what} ${JSON.stringify(problem.value)}`, hint: `Use ${problem.known.join(', ')}.` };
    case 'range':
      return { message: `must be between ${problem.least} and ${problem.most}` };
  }
}
