/**
 * The navigation of the site is the list of docs/index.md: a group for each heading with links below it. A page that is the index of a
 * folder (commands, the API) has the pages of that folder below it, in the order in which it links to them.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

export const landing = 'docs/index.md';

/** Groups of pages: `[{ title, entries: [{ title, page, below: [{ title, page }] }] }]`. Pages are paths in the repository. */
export function navigation(root) {
  const [, ...sections] = readFileSync(join(root, landing), 'utf8').split(/^## /m);
  const groups = sections.map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    entries: linksOf(section, /^- \[([^\]]+)\]\(([^)#]+)\)/gm, landing).map((entry) => ({ ...entry, below: below(root, entry.page) })),
  }));
  return groups.filter(({ entries }) => entries.length > 0);
}

/** Pages below docs that the navigation does not lead to. */
export function unreachable(root, pages) {
  const entries = navigation(root).flatMap((group) => group.entries);
  const named = entries.flatMap((entry) => [entry, ...entry.below]).map(({ page }) => page);
  return pages.filter((page) => page.startsWith('docs/') && page !== landing && !named.includes(page));
}

function below(root, page) {
  const file = join(root, page);
  if (!/\/(index|README)\.md$/.test(page) || !existsSync(file) || !statSync(file).isFile()) return [];
  return linksOf(readFileSync(file, 'utf8'), /^(?:- |\| )\[([^\]]+)\]\(([^)#/]+\.md)\)/gm, page);
}

function linksOf(text, form, page) {
  return [...text.matchAll(form)].map(([, title, link]) => ({
    title: title.replaceAll('`', ''), page: posix.normalize(posix.join(posix.dirname(page), link)),
  }));
}
