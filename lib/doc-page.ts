/** Where a page of the documentation is, for hints: an address that can be opened. */
import { join } from 'node:path';
import { type OwnPackage, ownPackage } from './own-package';

/**
 * On the web, by the homepage or else the repository that package.json names; without these the file that was installed with the package.
 * @param page name of a file in docs/, like `registries.md`
 */
export function docPage(page: string, { homepage, repository, folder }: OwnPackage = ownPackage()): string {
  const named = homepage ?? (typeof repository === 'object' ? repository.url : repository);
  const base = named?.replace(/^git\+/, '').replace(/#.*$/, '').replace(/\/$/, '').replace(/\.git$/, '');
  if (base === undefined || !/^https?:/.test(base)) return join(folder, 'docs', page);
  const isForge = /^https?:\/\/(?:www\.)?(?:github|gitlab)\.com\//.test(base);
  return `${base}${isForge ? '/blob/main' : ''}/docs/${page}`;
}
