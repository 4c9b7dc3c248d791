/** Texts for the comparison with kubectl: pieces of manifests with mistakes and odd forms in them. */
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../fuzz/random';

/** What is put somewhere into a line: all that means something to YAML. */
const pieces = [
  '\'', '"', '[', ']', '{', '}', ': ', ':', ' ', '  ', '\n', '\t', '#', ' #', '- ', '&a ', '*a', '!', '!!str ', '|', '>', '|-', ',', '?', '? ',
  '%', '@', '`', '\\', '---\n', '~', '0x', '<<: ', 'é', '\r', '...\n', '-', '=', '1_0', '.5',
] as const;

/** Texts of the YAML files below some folders. */
export function textsBelow(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }).filter(isYaml).map(pathOf).sort())
    .map((path) => readFileSync(path, 'utf8'));
}

function isYaml(entry: Dirent): boolean {
  return entry.isFile() && /\.ya?ml$/.test(entry.name) && !entry.parentPath.includes('node_modules');
}

function pathOf(entry: Dirent): string {
  return join(entry.parentPath, entry.name);
}

/** Some lines of one block of a text, with up to three changes. */
export function mutant(text: string, random: Random): string {
  const lines = blockOf(text.split('\n'), random);
  for (let change = random.between(0, 3); change > 0 && lines.length > 0; change--) changeLine(lines, random);
  return lines.join('\n') + (random.chance(0.8) ? '\n' : '');
}

/** From a random line on, as long as nothing is indented less. */
function blockOf(lines: readonly string[], random: Random): string[] {
  const start = random.between(0, Math.max(0, lines.length - 5));
  const part = lines.slice(start, start + random.between(3, 28));
  const depth = indentOf(part[0] ?? '');
  const end = part.findIndex((line) => line.trim() !== '' && indentOf(line) < depth);
  return (end < 0 ? part : part.slice(0, end)).map((line) => line.slice(depth));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function changeLine(lines: string[], random: Random): void {
  const at = random.between(0, lines.length - 1);
  const line = lines[at] ?? '';
  const cut = random.between(0, line.length);
  const spaces = (): string => ' '.repeat(random.between(0, 4));
  const [, key, value] = /^(\s*(?:- )?[\w.-]+: )(.+)$/.exec(line) ?? [];
  switch (random.between(0, key === undefined ? 5 : 8)) {
    case 0: lines[at] = `${' '.repeat(random.between(1, 2))}${line}`; break;
    case 1: lines[at] = line.replace(/^ {1,2}/, ''); break;
    case 2: lines.splice(at, 1); break;
    case 3: lines[at] = `${line.slice(0, cut)}${random.pick(pieces)}${line.slice(cut)}`; break;
    case 4: lines[at] = `${line.slice(0, cut)}\n${line.slice(cut)}`; break;
    case 5: lines[at] = line.slice(0, cut) + line.slice(cut + 1); break;
    case 6: lines[at] = `${key}'${(value ?? '').replaceAll('\'', '\'\'').replace(/ (?=[a-z])/, () => `\n${spaces()}`)}'`; break;
    case 7: lines[at] = `${key}"${(value ?? '').replaceAll(/["\\]/g, '').replace(/ (?=[a-z])/, () => `\\\n${spaces()}`)}"`; break;
    case 8: lines[at] = `${key}[${value},\n${spaces()}b, {c: d,\n${spaces()}e: f\n${spaces()}}]`; break;
  }
}
