/** Links of the site as it was built: which lead nowhere. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Links to pages, files or anchors that are not there, as `PAGE: LINK`, each once a page. Other hosts are not asked. */
export function deadLinks(folder, base) {
  const pages = new Map(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  const ids = new Map([...pages].map(([file, html]) => [file, new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]));
  return [...pages].flatMap(([file, html]) => hrefsIn(html).filter((href) => isDead(file, href)).map((href) => `${file}: ${href}`));

  function isDead(file, href) {
    const [path, anchor] = href.split('#').map(decodeURIComponent);
    if (path.startsWith('/') && !path.startsWith(base)) return true;
    const inFolder = path.startsWith('/') ? path.slice(base.length) : posix.normalize(posix.join(dirname(file), path));
    const target = path === '' ? file : inFolder.replace(/(^|\/)$/, '$1index.html');
    if (!existsSync(join(folder, target))) return true;
    return anchor !== undefined && anchor !== '' && pages.has(target) && !ids.get(target).has(anchor);
  }
}

function hrefsIn(html) {
  const hrefs = [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href.replaceAll('&amp;', '&'));
  return [...new Set(hrefs)].filter((href) => !/^(?:[a-z]+:|\/\/)/.test(href));
}
