/**
 * Builds the documentation as a static site, from docs, README, CONTRIBUTING and examples.
 *
 *   node tools/site.mjs                      into site/, for the root of a host
 *   node tools/site.mjs --base /boxcutter/   for a folder of a host
 *   node tools/site.mjs --out FOLDER         elsewhere
 *   node tools/site.mjs --serve              and shows it on this machine, until Ctrl-C
 *
 * VitePress, which makes the pages, is installed into the user's cache, by the lock file of tools/site. Fails with one line.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brokenLinks, pagesOf } from './docs/links.mjs';
import { root } from './setup.mjs';
import { deadLinks } from './site/check-output.mjs';
import { copySchemas, layOut } from './site/layout.mjs';
import { navigation, unreachable } from './site/navigation.mjs';
import { serve } from './site/serve.mjs';
import { provideVitePress, vitePress } from './site/vitepress.mjs';

const here = join(root, 'tools', 'site');

try {
  const { base, out, serve: isServed } = options();
  const folder = resolve(out);
  refuseToReplace(folder);
  const count = await buildSite(folder, base);
  console.log(`${count} pages in ${relative(process.cwd(), folder) || folder}, and every link leads somewhere`);
  if (isServed) await serve(folder, base);
} catch (error) {
  console.error(`site: ${error.message.split('\n')[0]}`);
  process.exitCode = 1;
}

function options() {
  const { values } = parseArgs({
    options: {
      base: { type: 'string', default: '/' },
      out: { type: 'string', default: join(root, 'site') },
      serve: { type: 'boolean', default: false },
    },
  });
  return { ...values, base: `/${values.base}/`.replace(/\/+/g, '/') };
}

/** What is there already must be a site, or nothing. */
function refuseToReplace(folder) {
  if (!existsSync(folder) || existsSync(join(folder, 'hashmap.json')) || readdirSync(folder).length === 0) return;
  throw new Error(`${folder} holds something else than a site; name another folder with --out`);
}

/** Gives the number of pages. */
async function buildSite(folder, base) {
  const pages = pagesOf(root);
  const [broken] = brokenLinks(root, pages);
  if (broken !== undefined) throw new Error(`a link leads nowhere, ${broken}`);
  const [hidden] = unreachable(root, pages);
  if (hidden !== undefined) throw new Error(`docs/index.md does not lead to ${hidden}; give it its line there`);
  const programs = await provideVitePress();
  const work = mkdtempSync(join(programs, 'work-'));
  try {
    await vitePress(programs, prepare(work, pages, base));
    const built = join(work, '.vitepress', 'dist');
    const [dead] = deadLinks(built, base);
    if (dead !== undefined) throw new Error(`a link of the site leads nowhere, ${dead}`);
    rmSync(folder, { recursive: true, force: true });
    cpSync(built, folder, { recursive: true });
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!^404)\.html$/.test(file)).length;
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

function prepare(work, pages, base) {
  const places = layOut(root, pages, work);
  copySchemas(root, work);
  // Pages name them by their place beside them.
  cpSync(join(root, 'docs', 'pictures'), join(work, 'pictures'), { recursive: true });
  const parts = { 'config.mjs': 'config.mjs', 'theme.mjs': 'theme/index.mjs', 'style.css': 'theme/style.css' };
  for (const [part, place] of Object.entries(parts)) cpSync(join(here, part), join(work, '.vitepress', place));
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const known = { root, base, version, description, places: Object.fromEntries(places), navigation: navigation(root) };
  writeFileSync(join(work, '.vitepress', 'site.json'), JSON.stringify(known));
  return work;
}
