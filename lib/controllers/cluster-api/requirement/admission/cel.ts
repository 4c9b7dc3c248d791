/** Texts of CEL for admission policies. */
/** Characters of one expression: the server parses 100,000, and reads shorter ones faster. */
const MOST_OF_AN_EXPRESSION = 30_000;
/** Characters of a message: the server drops one of 5 KiB, and everything behind a line break. */
export const MOST_OF_A_MESSAGE = 4_000;

export interface Variable {
  readonly name: string;
  readonly expression: string;
}

export function celText(text: string): string {
  // JSON knows no escape that CEL does not.
  return JSON.stringify(text);
}

/**
 * A validation that says everything that is wrong at once. Policies stop at their first message, so all of them are one text.
 * @param problems expressions whose value is the text of a problem; empty: there is none
 * @param variables before those of this validation
 */
export function validationOf(
  problems: readonly string[],
  { prefix, variables, fallback }: { readonly prefix: string; readonly variables: readonly Variable[]; readonly fallback: string },
): { readonly variables: readonly Variable[]; readonly validations: readonly object[] } {
  const parts = chunks(problems).map((chunk, index) => ({ name: `problems${index}`, expression: joined(chunk) }));
  const all = { name: 'problems', expression: joined(parts.map(({ name }) => `variables.${name}`)) };
  const told = `${celText(prefix)} + variables.problems`;
  return {
    variables: [...variables, ...parts, all],
    validations: [{
      expression: 'variables.problems == ""', message: fallback,
      messageExpression: `variables.problems.size() <= ${MOST_OF_A_MESSAGE} ? ${told} : (${told}).substring(0, ${MOST_OF_A_MESSAGE})`,
    }],
  };
}

function joined(texts: readonly string[]): string {
  return `[${texts.join(', ')}].filter(text, text != "").join("; ")`;
}

function chunks(all: readonly string[]): readonly (readonly string[])[] {
  const found: string[][] = [[]];
  let size = 0;
  for (const one of all) {
    if (size + one.length > MOST_OF_AN_EXPRESSION && size > 0) {
      found.push([]);
      size = 0;
    }
    found.at(-1)?.push(one);
    size += one.length;
  }
  return found;
}
