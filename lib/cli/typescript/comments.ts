/** What a schema says in words, as the text of a comment that stays one. */
import { asObject, type JsonObject } from '../../api';

const WIDTH = 140;

/** Longest text that is taken over of one description, and of one default or pattern. */
const LONGEST_DESCRIPTION = 8000;
const LONGEST_VALUE = 200;

/**
 * Description, limits and default of a schema, or undefined when there is nothing to say.
 * @param schema any draft of JSON Schema, or the schema of a CRD
 */
export function commentOf(schema: JsonObject): string | undefined {
  const description = text(schema['description']) ?? text(schema['title']);
  const lines = description === undefined ? [] : safeLines(description.slice(0, LONGEST_DESCRIPTION));
  const limits = limitsOf(schema);
  const addParagraph = (...more: string[]): void => void lines.push(...(lines.length > 0 ? [''] : []), ...more);
  // What is one sentence goes on in the same line.
  const [only = ''] = lines;
  if (limits.length > 0 && lines.length === 1 && /[.!?]$/.test(only)) {
    lines.splice(0, 1, ...safeLines(`${description} ${limits.join(' ')}`));
  } else if (limits.length > 0) {
    addParagraph(...safeLines(limits.join(' ')));
  }
  const rules = rulesOf(schema);
  if (rules.length > 0) addParagraph('Rules of the API server:', ...rules.flatMap((rule) => safeLines(`- ${rule}`)));
  if (schema['default'] !== undefined) {
    addParagraph(`@defaultValue ${safeLines(shortened(JSON.stringify(schema['default']))).join(' ')}`);
  }
  return lines.length === 0 ? undefined : lines.join('\n');
}

/**
 * Text as lines of a comment: it cannot end the comment, nor be read as a tag of TSDoc or a directive of the compiler (`@ts-ignore`), and
 * holds no character that shows something else than what is there.
 */
export function safeLines(words: string): string[] {
  const clean = words
    .replace(/\r\n?|[\u2028\u2029\v\f\u0085]/g, '\n')
    // Tabs to spaces; other controls, and marks that change the direction of what is shown, go.
    .replace(/\t/g, '  ')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')
    .replaceAll('*/', '*\\/')
    .replace(/(^|[\s{*])@/gm, '$1\\@')
    .replaceAll('{\\@', '\\{\\@');
  const isText = (line: string, index: number, lines: readonly string[]): boolean =>
    line !== '' || (index > 0 && lines[index - 1] !== '');
  return clean
    .split('\n')
    .map((line) => line.trimEnd())
    .flatMap(wrapped)
    .filter(isText)
    .reduceRight<string[]>(withoutEmptyEnd, []);
}

function withoutEmptyEnd(rest: string[], line: string): string[] {
  return rest.length === 0 && line === '' ? rest : [line, ...rest];
}

/** Breaks a long line between words; the indentation of code samples stays. */
function wrapped(line: string): string[] {
  if (line.length <= WIDTH) return [line];
  const lines: string[] = [];
  let rest = line;
  while (rest.length > WIDTH) {
    const space = rest.lastIndexOf(' ', WIDTH);
    const end = space > 0 ? space : rest.indexOf(' ', WIDTH);
    if (end <= 0) break;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end + 1).trimStart();
  }
  return rest === '' ? lines : [...lines, rest];
}

function patternSentence(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string' || pattern.length > LONGEST_VALUE) return undefined;
  return `Pattern: \`${pattern.replaceAll('`', "'")}\`.`;
}

function limitsOf(schema: JsonObject): string[] {
  const number = (key: string): number | undefined => (typeof schema[key] === 'number' ? schema[key] : undefined);
  // That a number fits into 32 or 64 bits goes without saying.
  const bound = (key: string): number | undefined => (WIDTHS_OF_INTEGERS.has(number(key) ?? 0) ? undefined : number(key));
  // Draft-04 says with a boolean that the limit itself is out; later drafts give a limit of its own.
  const [low, high] = [number('exclusiveMinimum'), number('exclusiveMaximum')];
  const sentences = [
    range(number('minLength'), number('maxLength'), 'characters'),
    range(
      schema['exclusiveMinimum'] === true ? undefined : bound('minimum'),
      schema['exclusiveMaximum'] === true ? undefined : bound('maximum'),
      '',
    ),
    above(low ?? (schema['exclusiveMinimum'] === true ? number('minimum') : undefined), 'More'),
    above(high ?? (schema['exclusiveMaximum'] === true ? number('maximum') : undefined), 'Less'),
    range(number('minItems'), number('maxItems'), 'entries'),
    range(number('minProperties'), number('maxProperties'), 'keys'),
    schema['uniqueItems'] === true ? 'No entry twice.' : undefined,
    formatSentence(schema['format']),
    patternSentence(schema['pattern']),
  ];
  return sentences.filter((sentence) => sentence !== undefined);
}

const SINGULAR = { '': '', 'characters': 'character', 'entries': 'entry', 'keys': 'key' } as const;

function range(low: number | undefined, high: number | undefined, unit: keyof typeof SINGULAR): string | undefined {
  if (low === undefined && high === undefined) return undefined;
  const suffix = unit === '' ? '.' : ` ${(high ?? low) === 1 ? SINGULAR[unit] : unit}.`;
  if (high === undefined) return low === 0 && unit !== '' ? undefined : `At least ${low}${suffix}`;
  return low === undefined ? `At most ${high}${suffix}` : `${low} to ${high}${suffix}`;
}

function above(limit: number | undefined, word: 'More' | 'Less'): string | undefined {
  return limit === undefined ? undefined : `${word} than ${limit}.`;
}

/** Formats that say nothing beyond the type, or that only we know; of these the description speaks. */
const UNTOLD = /^(?:int32|int64|float|double|namespaceName|isInstallNamespace|isNotInstallNamespace)$/;
const WIDTHS_OF_INTEGERS: ReadonlySet<number> = new Set([-(2 ** 31), 2 ** 31 - 1, 2 ** 32 - 1, -(2 ** 63), 2 ** 63, 2 ** 64]);

function formatSentence(format: unknown): string | undefined {
  if (typeof format !== 'string' || UNTOLD.test(format)) return undefined;
  return format === 'date-time' ? 'RFC 3339 time.' : `Format: ${format.slice(0, LONGEST_VALUE)}.`;
}

/** What the API server answers when a rule of the CRD does not hold. */
function rulesOf(schema: JsonObject): string[] {
  const rules = schema['x-kubernetes-validations'];
  if (!Array.isArray(rules)) return [];
  return (rules as readonly unknown[]).flatMap((rule) => text(asObject(rule)?.['message']) ?? []).slice(0, 20);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function shortened(words: string): string {
  return words.length <= LONGEST_VALUE ? words : `${words.slice(0, LONGEST_VALUE)}…`;
}
