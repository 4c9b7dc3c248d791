/**
 * The output of json-schema-to-typescript, which leaves its layout to a formatter, in lines that people read;
 * and everything in it readonly.
 * Works on tokens, so strings and comments are never taken for code.
 */

type Kind = 'comment' | 'string' | 'newline' | 'space' | 'punctuation' | 'word';
interface Token {
  readonly kind: Kind;
  text: string;
}

const TOKENS = new RegExp([
  /(?<comment>\/\*\*[^]*?\*\/)/, /(?<string>"(?:[^"\\]|\\.)*")/, /(?<newline>\n)/, /(?<space>[ \t]+)/,
  /(?<punctuation>[{}()[\]|&;:?,=<>])/, /(?<word>[^\s"{}()[\]|&;:?,=<>]+)/,
].map(({ source }) => source).join('|'), 'y');

/**
 * Declarations with their comments, by the names that they declare.
 * @param names what words of the source stand for
 */
export function layOutDeclarations(source: string, names: ReadonlyMap<string, string>): Map<string, string> {
  const declarations = new Map<string, string>();
  for (const tokens of statementsOf(tokensOf(source, names))) {
    const words = tokens.filter(({ kind }) => kind === 'word');
    const isInterface = words[1]?.text === 'interface';
    declarations.set(words[2]?.text ?? '', linesOf(plain(readonlyArrays(tokens)), isInterface).join('\n'));
  }
  return declarations;
}

function tokensOf(source: string, names: ReadonlyMap<string, string>): Token[] {
  const tokens: Token[] = [];
  TOKENS.lastIndex = 0;
  for (let match = TOKENS.exec(source); match !== null; match = TOKENS.exec(source)) {
    const [kind, text] = Object.entries(match.groups ?? {}).find(([, group]) => group !== undefined) as [Kind, string];
    tokens.push({ kind, text: kind === 'string' ? singleQuoted(text) : kind === 'word' ? (names.get(text) ?? text) : text });
    if (TOKENS.lastIndex === source.length) return tokens;
  }
  if (source.trim() === '') return tokens;
  throw new Error('The types that were generated cannot be read.');
}

/**
 * JSON's spelling of a string is TypeScript's, too, but for characters that it leaves as they are: those that end a line, control a
 * terminal, or
 * turn the direction of what is read.
 */
export function singleQuoted(json: string): string {
  const safe = json.replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return /['\\]/.test(safe) ? safe : `'${safe.slice(1, -1)}'`;
}

/** Each statement begins with its comment, or with `export`. */
function statementsOf(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [];
  let current: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    const starts = depth === 0 && (token.kind === 'comment' || (token.text === 'export' && token.kind === 'word'));
    if (starts && current.some(({ kind }) => kind === 'word')) {
      statements.push(current);
      current = [];
    }
    if (token.kind === 'punctuation' && '{(['.includes(token.text)) depth += 1;
    if (token.kind === 'punctuation' && '})]'.includes(token.text)) depth -= 1;
    if (current.length > 0 || token.kind === 'comment' || token.kind === 'word') current.push(token);
  }
  return current.length > 0 ? [...statements, current] : statements;
}

/** `T[]` becomes `readonly T[]`, lists of lists included. */
function readonlyArrays(tokens: readonly Token[]): Token[] {
  const opening = new Map<number, number>();
  const open: number[] = [];
  /** Where the type begins that ends at a token. */
  const startOf = new Map<number, number>();
  const before = new Map<number, string>();
  const after = new Map<number, string>();
  tokens.forEach(({ kind, text }, index) => {
    if (kind === 'word' || kind === 'string') startOf.set(index, index);
    if (kind !== 'punctuation') return;
    if ('{(['.includes(text)) open.push(index);
    if (!'})]'.includes(text)) return;
    const start = open.pop() ?? index;
    opening.set(index, start);
    if (text !== ']' || start !== index - 1) {
      startOf.set(index, start);
      return;
    }
    const operand = startOf.get(start - 1) ?? start - 1;
    const isList = tokens[start - 1]?.text === ']';
    if (isList) after.set(start - 1, `${after.get(start - 1) ?? ''})`);
    before.set(operand, `readonly ${isList ? '(' : ''}${before.get(operand) ?? ''}`);
    startOf.set(index, operand);
  });
  return tokens.flatMap((token, index): Token[] => [
    ...(before.has(index) ? [{ kind: 'word' as const, text: before.get(index) ?? '' }] : []),
    token,
    ...(after.has(index) ? [{ kind: 'punctuation' as const, text: after.get(index) ?? '' }] : []),
  ]);
}

/** Without parentheses around the whole type of a property or alias. */
function plain(tokens: Token[]): Token[] {
  const open: number[] = [];
  tokens.forEach((token, index) => {
    if (token.kind !== 'punctuation') return;
    if (token.text === '(') open.push(index);
    if (token.text !== ')') return;
    const start = open.pop() ?? index;
    const [lead, next] = [tokens[start - 2]?.text, tokens[index + 1]];
    if ((lead === ':' || lead === '=') && (next === undefined || next.kind === 'newline')) {
      token.text = '';
      (tokens[start] as Token).text = '';
    }
  });
  return tokens;
}

function linesOf(tokens: readonly Token[], isInterface: boolean): string[] {
  const lines: string[] = [];
  let depth = 0;
  let line = '';
  const end = (): void => {
    const text = line.trim();
    line = '';
    if (text === '') return;
    const closes = text.startsWith('}');
    if (text.endsWith('{')) lines.push(`${'  '.repeat(depth - 1)}${member(text, depth > 1 && !closes)}`);
    else lines.push(`${'  '.repeat(depth)}${member(text, depth > 0 && !closes)}${depth === 0 && isInterface ? '' : ';'}`);
  };
  for (const { kind, text } of tokens) {
    if (kind === 'comment') {
      end();
      lines.push(...commentLines(text).map((one) => `${'  '.repeat(depth)}${one}`));
    } else if (kind === 'newline') {
      end();
    } else {
      if (kind === 'punctuation' && text === '{') depth += 1;
      if (kind === 'punctuation' && text === '}') depth -= 1;
      line += text;
    }
  }
  end();
  return withShortMaps(lines);
}

/** A map, of nothing but one index signature, stands on one line. */
function withShortMaps(lines: readonly string[]): string[] {
  const result: string[] = [];
  for (const line of lines) {
    const [opening, signature] = [result.at(-2), result.at(-1)];
    const isLiteral = opening?.endsWith('{') === true && !opening.startsWith('export interface');
    const isMap = /^\s*\}/.test(line) && isLiteral && /^\s*readonly \[k: string\]: .*;$/.test(signature ?? '');
    if (isMap) result.splice(-2, 2, `${opening} ${signature?.trim().slice(0, -1)} ${line.trim()}`);
    else result.push(line);
  }
  return result;
}

function member(text: string, isProperty: boolean): string {
  return isProperty ? `readonly ${text}` : text;
}

function commentLines(comment: string): string[] {
  const lines = comment.split('\n').slice(1, -1).map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const [only] = lines;
  if (lines.length === 1 && only !== undefined && only.length <= 140) return [`/** ${only} */`];
  return ['/**', ...lines.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'];
}
