/** The words for options that cannot be, of a call and of an engine: clauses without a full stop. */
import { formatGiven } from './given';
import type { ExpectedOption, OptionProblem } from './issues';

export function optionText(data: OptionProblem): string {
  switch (data.problem) {
    case 'unknown':
      return `${formatGiven({ type: 'text', text: data.option })} is not known here; known are ${data.known.join(', ')}`;
    case 'wrong-type':
      return `${data.option} is ${formatGiven(data.given)}; it must be ${expectedText(data.expected)}`;
    case 'labels':
      return `The labels are ${formatGiven(data.given)}; they must be an object of texts`;
    case 'label':
      return `${data.key}=${formatGiven(data.given)} is not a label that a stream can select by`;
    case 'siblings':
      return 'The siblings must be a list of uids, or of owners with a uid';
    case 'needs-numbers':
      return `${data.because === 'no-owner' ? 'There is no owner' : 'There are siblings'}, `
        + 'which needs the numbers of revisions on the objects; make the engine with numbered: true';
    case 'no-cluster':
      return 'there is none; give what connect() gives';
    case 'field-manager':
      return `${formatGiven(data.given)} is not a text of up to 128 characters`;
    case 'system-prefix':
      return `${formatGiven(data.given)} is not a DNS subdomain like "example.com"`;
    case 'managed-by':
      return `${formatGiven(data.given)} is not a value of a label`;
    case 'strategy':
      return `${formatGiven(data.given)} must be native, or annotation with the key of an annotation`;
  }
}

function expectedText(expected: ExpectedOption): string {
  return typeof expected === 'string' ? expectedTexts[expected] : expected.oneOf.join(', ');
}

const expectedTexts: Readonly<Record<ExpectedOption & string, string>> = {
  boolean: 'true or false',
  function: 'a function',
  texts: 'a list of texts',
  objects: 'a list of objects',
  signal: 'an AbortSignal',
  object: 'an object',
};
