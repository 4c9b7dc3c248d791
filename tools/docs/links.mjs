/** Links of the documentation: which lead nowhere. Anchors are those that GitHub gives to headings. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The pages of a repository, from its root: what stands there, docs, and what explains an example. */
export function pagesOf(root) {
  const below = (folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`).filter((file) => !/\/(node_modules|dist)\//.test(file));
  return [...readdirSync(root), ...below('docs'), ...below('examples')].filter((file) => file.endsWith('.md')).sort();
}

/**
 * Links of these pages to a file that does not exist, or to a heading that a page does not have, as `PAGE: LINK`. Links to other hosts are
 * not followed.
 */
export function brokenLinks(root, pages) {
  const anchors = new Map();
  const hasAnchor = (page, anchor) => {
    if (!anchors.has(page)) anchors.set(page, anchorsOf(readFileSync(page, 'utf8')));
    return anchors.get(page).has(anchor);
  };
  const leadsNowhere = (page, link) => {
    const [path, anchor] = link.split('#');
    const target = path === '' ? join(root, page) : join(root, dirname(page), decodeURI(path));
    return !existsSync(target) || (anchor !== undefined && target.endsWith('.md') && !hasAnchor(target, anchor));
  };
  return pages.flatMap((page) => linksIn(readFileSync(join(root, page), 'utf8'))
    .filter((link) => leadsNowhere(page, link)).map((link) => `${page}: ${link}`));
}

/** Links of a page that stay within the repository, as they stand there; code is passed over. */
export function linksIn(markdown) {
  const text = withoutBlocks(markdown).replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^[a-z]+:/.test(link));
}

/** What the headings of a page can be called by; of several that are the same, all but the first have a number. */
export function anchorsOf(markdown) {
  const seen = new Map();
  return new Set([...withoutBlocks(markdown).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => {
    const name = slug(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', ''));
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  }));
}

/** The anchor of a heading, given as text. */
export function slug(heading) {
  return heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
}

function withoutBlocks(markdown) {
  return markdown.replace(/^```[^]*?^```$/gm, '');
}
