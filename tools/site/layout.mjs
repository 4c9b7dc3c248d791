/**
 * Lays the pages of the repository out as VitePress wants them: docs at the top, the README as the tour, and whatever else a page links to:
 * schemas as they are, other files and folders as pages that show them.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { linksIn } from '../docs/links.mjs';

/** Pages of the repository that are called otherwise on the site. */
const renamed = { 'README.md': 'tour.md', 'CONTRIBUTING.md': 'contributing.md' };
/** What stands in the repository below this folder is on the site as it is, so that a schema can be named by its address. */
const asItIs = 'docs/schemas/';
/** Bytes of a file, and of all files of a folder, that a page shows; of more it has the names. */
const limits = { file: 40_000, folder: 200_000 };
const languages = { mjs: 'js', mod: 'go', sum: 'text', snap: 'js' };

/**
 * Writes everything that the site is made of.
 *
 * @param pages paths in the repository
 * @param source folder to write to
 * @returns places: by path in the repository, the address on the site, from its base
 */
export function layOut(root, pages, source) {
  const places = new Map(pages.map((page) => [page, addressOf(onSite(page))]));
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8');
    // A page without parts needs no room for a list of them.
    write(source, onSite(page), /^## /m.test(text) ? text : `---\naside: false\n---\n${text}`);
  }
  for (const target of targetsOf(root, pages)) {
    if (places.has(target)) continue;
    places.set(target, place(root, target, pages, source));
  }
  return places;
}

/** Files and folders that pages link to, as paths in the repository. */
function targetsOf(root, pages) {
  const targets = pages.flatMap((page) => linksIn(readFileSync(join(root, page), 'utf8')).map((link) => targetOf(page, link)));
  return [...new Set(targets)].sort();
}

/** Where a link of a page leads to, as a path in the repository. */
export function targetOf(page, link) {
  const [path] = link.split('#');
  return path === '' ? page : posix.normalize(posix.join(posix.dirname(page), decodeURI(path))).replace(/\/$/, '');
}

function place(root, target, pages, source) {
  const from = join(root, target);
  if (!statSync(from).isDirectory()) {
    if (target.endsWith('.svg')) {
      // VitePress takes a picture from beside its page.
      write(source, onSite(target), readFileSync(from));
      return `/${onSite(target)}`;
    }
    if (target.startsWith(asItIs)) {
      write(source, `public/${onSite(target)}`, readFileSync(from));
      return `/${onSite(target)}`;
    }
    return writePage(source, `source/${target}.md`, `# ${target}\n\n${shown(target, readFileSync(from, 'utf8'))}\n`);
  }
  const readme = pages.find((page) => page === `${target}/README.md`);
  if (readme === undefined) return writePage(source, `source/${target}/index.md`, `# ${target}\n\n${contents(root, target, pages)}`);
  const page = onSite(readme);
  write(source, page, `${readFileSync(join(source, page), 'utf8')}\n## Files\n\n${contents(root, target, pages)}`);
  return addressOf(page);
}

/** What is in a folder: links to the pages within it, else its files, with their text where there is not too much of it. */
function contents(root, folder, pages) {
  const within = pages.filter((page) => page.startsWith(`${folder}/`) && page !== `${folder}/README.md`);
  if (within.length > 0) {
    const titleOf = (page) => /^# (.*)$/m.exec(readFileSync(join(root, page), 'utf8'))?.[1] ?? page;
    return `${within.map((page) => `- [${titleOf(page)}](${addressOf(onSite(page))})`).join('\n')}\n`;
  }
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).map((entry) => posix.join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))
    .filter((file) => !/(^|\/)(node_modules|dist|\.boxcutter)\/|README\.md$|\.tgz$/.test(file)).sort();
  if (`${folder}/`.startsWith(asItIs)) return `${files.map((file) => `- [${file}](/${onSite(`${folder}/${file}`)})`).join('\n')}\n`;
  const sizes = files.map((file) => statSync(join(root, folder, file)).size);
  const isMuch = sizes.reduce((sum, size) => sum + size, 0) > limits.folder;
  if (isMuch) return `${files.map((file) => `- \`${file}\``).join('\n')}\n`;
  return files.map((file) => `### ${file}\n\n${shown(file, readFileSync(join(root, folder, file), 'utf8'))}\n`).join('\n');
}

function shown(file, text) {
  if (text.length > limits.file) return `${Math.round(text.length / 1024)} KiB, too much to show here.`;
  const [, ending = 'text'] = /\.(\w+)$/.exec(file) ?? [];
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)));
  return `${fence}${languages[ending] ?? ending}\n${text.trimEnd()}\n${fence}`;
}

/** The file of the site for a file of the repository. */
function onSite(path) {
  return renamed[path] ?? path.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');
}

function addressOf(file) {
  return `/${file.replace(/\.md$/, '.html').replace(/(^|\/)index\.html$/, '$1')}`;
}

function writePage(source, file, text) {
  // What is shown of the repository is not what one searches for.
  write(source, file, `---\nsearch: false\n---\n${text}`);
  return addressOf(file);
}

function write(source, file, content) {
  mkdirSync(dirname(join(source, file)), { recursive: true });
  writeFileSync(join(source, file), content);
}

/** Copies all schemas: those that no page links to have an address, too. */
export function copySchemas(root, source) {
  if (existsSync(join(root, asItIs))) cpSync(join(root, asItIs), join(source, 'public', onSite(asItIs)), { recursive: true });
}
