/**
 * Finds circles of imports among our files, types included: a circle of types binds files to each other as well, and
 * `import-x/no-cycle` does not see it. An ESLint rule, so that the editor and the lint of a change both report it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folders whose files are looked at; what is generated is not. */
export const searched = ['lib', 'constructs', 'test', 'bench', 'tools', 'examples'];
const folders = searched.map((name) => join(root, name) + sep);

/** How long what was read is believed: a lint run reads each file a few times at most, an editor sees changes soon. */
const FRESH_MS = 10_000;
let readAt = 0;
const known = new Map();

/** The files that a file imports: plainly, for types alone, or on use. */
export function importsOf(file, text) {
  if (text !== undefined) return parse(file, text);
  if (Date.now() - readAt > FRESH_MS) {
    known.clear();
    readAt = Date.now();
  }
  if (!known.has(file)) known.set(file, parse(file, existsSync(file) ? readFileSync(file, 'utf8') : ''));
  return known.get(file);
}

/** The shortest way from a file back to itself, or undefined. `isAllowed` tells which steps do not count. */
export function circleThrough(file, text, isAllowed = () => false) {
  const cameFrom = new Map();
  const queue = [file];
  for (const from of queue) {
    for (const to of importsOf(from, from === file ? text : undefined)) {
      if (cameFrom.has(to) || isAllowed(from, to)) continue;
      cameFrom.set(to, from);
      if (to === file) return wayBack(file, cameFrom);
      queue.push(to);
    }
  }
  return undefined;
}

/**
 * The rule `no-circles`. `standing`: circles that exist at the moment, each as a list of files; nothing may be added to them.
 * @param {readonly (readonly string[])[]} standing
 */
export function noCircles(standing) {
  const circles = standing.map((files) => new Set(files.map((file) => join(root, file))));
  const isAllowed = (from, to) => circles.some((files) => files.has(from) && files.has(to));
  return {
    meta: { type: 'problem', schema: [], messages: { circle: 'These files import each other in a circle: {{way}}.' } },
    create(context) {
      return {
        Program(node) {
          const circle = circleThrough(context.physicalFilename, context.sourceCode.text, isAllowed);
          if (circle !== undefined) context.report({ node, messageId: 'circle', data: { way: circle.map(shown).join(' → ') } });
        },
      };
    },
  };
}

/** Those of the standing circles that are circles no more: they have to leave the list. */
export function goneCircles(standing) {
  return standing.filter((files) => {
    const members = new Set(files.map((file) => join(root, file)));
    const leavesCircle = (from, to) => !members.has(from) || !members.has(to);
    return ![...members].every((file) => circleThrough(file, undefined, leavesCircle) !== undefined);
  });
}

function parse(file, text) {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return [];
    const target = join(dirname(file), fileName);
    const module = target.replace(/\.js$/, '');
    const candidates = target.endsWith('.mjs') ? [target] : [`${module}.ts`, join(module, 'index.ts')];
    const found = candidates.find((candidate) => existsSync(candidate));
    return found !== undefined && folders.some((folder) => found.startsWith(folder)) ? [found] : [];
  });
}

function wayBack(file, cameFrom) {
  const way = [file];
  for (let at = cameFrom.get(file); at !== file; at = cameFrom.get(at)) way.unshift(at);
  return [file, ...way];
}

function shown(file) {
  return relative(root, file).replace(/\.(ts|mjs)$/, '').split(sep).join('/');
}
