/**
 * The documentation as a site: it is built, every link leads somewhere, and where there is a Chromium its pages are looked at, in light
 * and dark, on a desktop and on a phone: nothing sticks out, the browser has nothing to complain about, the search finds what is there.
 * Needs the npm registry the first time. With a folder as argument it leaves its screenshots there.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listen } from '../../tools/site/serve.mjs';
import { chromium, isFrom, lookAtAll, looks, open, start } from './browser.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [shots] = process.argv.slice(2);
const base = '/docs/';
/** The landing page, long tables, a command, code, and a page that was made for the site. */
const pages = ['', 'output.html', 'commands/apply.html', 'tour.html', 'examples/typed-package/'];
const work = mkdtempSync(join(tmpdir(), 'boxcutter-site-'));
try {
  const built = build(join(work, 'site'));
  const program = chromium();
  const seen = program === undefined ? 'not looked at, for there is no Chromium' : await look(program);
  console.log(`${built}; ${seen}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}

function build(folder) {
  const args = ['tools/site.mjs', '--base', base, '--out', folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.trim().split('\n').at(-1).replace(/ in \S+,/, ',');
}

async function look(program) {
  const { address, close } = await listen(join(work, 'site'), base);
  const chrome = await start(program, join(work, 'profile'));
  try {
    const all = pages.map((page) => ({ name: page || 'the landing page', url: `${address}${page}` }));
    const check = ({ links }, what) => assert.ok(links > 50, `${what}: only ${links} links in the navigation`);
    const isOwn = (asked) => asked.protocol === 'data:' || isFrom(address)(asked);
    const count = await lookAtAll(chrome, all, { measure, check, isOwn, shots });
    const found = await search(chrome, address, 'immutable');
    const isFound = found.some((href) => href.includes('immutable-fields'));
    assert.ok(isFound, `the search for "immutable" finds ${found.length} places, not the page about it`);
    return `${count} looks with ${chrome.version}`;
  } finally {
    chrome.end();
    close();
  }
}

/** Addresses that the search offers. */
async function search(chrome, url, words) {
  const { evaluate, end } = await open(chrome, url, looks[0]);
  const found = await evaluate(typed, words);
  await end();
  return found;
}

/** Runs in the page, when Vue has taken it over. */
async function measure(width) {
  await until(() => document.querySelector('#app')?.__vue_app__ !== undefined);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
  return {
    scrollsBy: Math.max(0, document.documentElement.scrollWidth - width),
    isDark: r + g + b < 200,
    links: document.querySelectorAll('.VPSidebar a').length,
  };

  async function until(isSo) {
    for (const end = Date.now() + 20_000; !isSo() && Date.now() < end;) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs in the page: opens the search, types, and waits for what it offers. */
async function typed(words) {
  const late = Date.now() + 20_000;
  const until = async (isSo) => {
    while (!isSo() && Date.now() < late) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const find = async (selector) => {
    await until(() => document.querySelector(selector) !== null);
    return document.querySelector(selector);
  };
  await until(() => document.querySelector('#app')?.__vue_app__ !== undefined);
  (await find('.DocSearch-Button')).click();
  const input = await find('.search-input');
  input.value = words;
  input.dispatchEvent(new Event('input'));
  await find('.results a.result');
  return [...document.querySelectorAll('.results a.result')].map((link) => link.getAttribute('href'));
}
