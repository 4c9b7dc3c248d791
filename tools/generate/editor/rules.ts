/**
 * Rules of our API (CEL) in the words of JSON Schema. The builders of lib/api/schema/rules.ts write a handful of forms, and those are
 * known here. What JSON Schema cannot say, like that two fields are equal, is left to the check of this package and to the API server.
 */
import type { JsonObject } from '../../../lib/api';
import type { ValidationRule } from '../../../lib/api/schema';
import { portablePattern } from './pattern';

/** The value of a CEL string literal, given without its quotes. */
function unquoted(literal: string): string {
  return literal.replace(/\\(.)/g, '$1');
}

function pattern(literal = ''): JsonObject {
  return { pattern: portablePattern(unquoted(literal)) };
}

/** A map in which the field is there. */
function has(field = ''): JsonObject {
  return { required: [field] };
}

const LITERAL = "'((?:[^'\\\\]|\\\\.)*)'";
const FOUND = `self\\.find\\(${LITERAL}\\) != ''`;

/** Forms of rules. What a form gives is a schema that the value with the rule has to fit. */
const forms: readonly (readonly [RegExp, (...parts: readonly string[]) => JsonObject])[] = [
  [new RegExp(`^self\\.matches\\(${LITERAL}\\)$`), pattern],
  [new RegExp(`^${FOUND}$`), pattern],
  [new RegExp(`^${FOUND} \\|\\| ${FOUND}$`), (one, other) => ({ anyOf: [pattern(one), pattern(other)] })],
  [/^has\(self\.(\w+)\)$/, has],
  [/^has\(self\.(\w+)\) != has\(self\.(\w+)\)$/, (one, other) => ({ oneOf: [has(one), has(other)] })],
  [/^has\(self\.(\w+)\) == has\(self\.(\w+)\)$/, (one = '', other = '') => ({ dependencies: { [one]: [other], [other]: [one] } })],
  [/^!has\(self\.(\w+)\) \|\| has\(self\.(\w+)\)$/, (field = '', needed = '') => ({ dependencies: { [field]: [needed] } })],
  [
    /^has\(self\.(\w+)\) \|\| !has\(self\.(\w+)\) \|\| self\.\2 == '(\w+)'$/,
    (needed, field = '', value = '') => ({ anyOf: [has(needed), { properties: { [field]: { const: value } } }] }),
  ],
  [
    /^has\(self\.(\w+)\) && self\.\1 == '(\w+)' \? has\(self\.(\w+)\) : !has\(self\.\3\)$/,
    (field = '', value = '', member = '') => ({
      if: { properties: { [field]: { const: value } }, required: [field] },
      then: has(member),
      else: { properties: { [member]: false } },
    }),
  ],
  [
    /^self\.(\w+) in \['(\w+)', '(\w+)'\] \? has\(self\.(\w+)\) && self\.\4\.size\(\) > 0 : !has\(self\.\4\) \|\| self\.\4\.size\(\) == 0$/,
    (field = '', one = '', other = '', member = '') => ({
      if: { properties: { [field]: { enum: [one, other] } } },
      then: { properties: { [member]: { minItems: 1 } }, required: [member] },
      else: { properties: { [member]: { maxItems: 0 } } },
    }),
  ],
];

/** The rule as a schema; nothing where JSON Schema cannot say it, as with every rule about changes. */
export function schemaOfRule({ rule, message }: ValidationRule): JsonObject | undefined {
  for (const [form, schema] of forms) {
    const found = form.exec(rule);
    if (found === null) continue;
    const said = schema(...found.slice(1));
    // What Visual Studio Code shows in the place of the regular expression.
    return 'pattern' in said ? { ...said, patternErrorMessage: message } : said;
  }
  return undefined;
}
