const WIDTH = 140;

/** Breaks a text into lines of at most WIDTH characters, between words. */
export function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/**
 * Makes the unformatted output of json-schema-to-typescript readable, and everything in it readonly.
 * The input has one declaration or property a line, named types only, and comments of their own lines.
 */
export function formatTypes(source: string): string {
  const lines: string[] = [];
  let depth = 0;
  for (const raw of source.trim().split('\n')) {
    const text = raw.trim();
    if (text === '' && depth === 0) {
      if (lines.at(-1) !== '') lines.push('');
      continue;
    }
    if (text === '/**' && depth === 0 && lines.length > 0 && lines.at(-1) !== '') lines.push('');
    if (text.startsWith('export ') && lines.length > 0 && lines.at(-1) !== '' && !lines.at(-1)?.endsWith('*/')) lines.push('');
    if (text.startsWith('}')) depth -= 1;
    const inComment = text.startsWith('*');
    lines.push(`${'  '.repeat(depth)}${inComment ? ` ${text}` : code(text, depth)}`);
    if (!inComment && text.endsWith('{')) depth += 1;
  }
  return `${lines.join('\n')}\n`.replace(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, '$1/** $2 */');
}

function code(text: string, depth: number): string {
  if (text.startsWith('/*') || text.startsWith('export interface')) return text;
  if (text === '}') return depth > 0 ? '};' : text;
  const plain = text
    .replaceAll('"', "'")
    .replace(/\(([^()]*)\)(?!\[)/g, '$1')
    .replace(/: (.*)\[\]$/, ': readonly $1[]');
  const statement = plain.endsWith('{') ? plain : `${plain};`;
  return depth > 0 ? `readonly ${statement}` : statement;
}
