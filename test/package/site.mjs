/**
 * The documentation as a site: it is built, every link leads somewhere, and where there is a Chromium its pages are looked at, in light
 * and dark, on a desktop and on a phone: nothing sticks out, the browser has nothing to complain about, the search finds what is there.
 * Needs the npm registry the first time. With a folder as argument it leaves its screenshots there.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listen } from '../../tools/site/serve.mjs';
import { chromium, start } from './browser.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [shots] = process.argv.slice(2);
const base = '/docs/';
/** The landing page, long tables, a command, code, and a page that was made for the site. */
const pages = ['', 'output.html', 'commands/apply.html', 'tour.html', 'examples/typed-package/'];
const looks = [
  { name: 'desktop', width: 1280, height: 900, mobile: false, scheme: 'light' },
  { name: 'phone', width: 390, height: 844, mobile: true, scheme: 'dark' },
  { name: 'desktop-dark', width: 1280, height: 900, mobile: false, scheme: 'dark' },
  { name: 'phone-light', width: 390, height: 844, mobile: true, scheme: 'light' },
];

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
    const all = pages.flatMap((page) => looks.map((each) => ({ page, ...each })));
    for (const each of all) {
      const { seen, complaints, png } = await visit(chrome, `${address}${each.page}`, each);
      if (shots !== undefined) save(`${each.page.replace(/\W+/g, '-') || 'index'}-${each.name}`, png);
      const what = `${each.page || 'the landing page'}, ${each.name}, ${each.scheme}`;
      assert.deepEqual(complaints, [], `${what}: the browser complains`);
      assert.equal(seen.scrollsBy, 0, `${what}: wider than the window`);
      assert.equal(seen.isDark, each.scheme === 'dark', `${what}: wrong scheme`);
      assert.ok(seen.links > 50, `${what}: only ${seen.links} links in the navigation`);
    }
    const found = await search(chrome, address, 'immutable');
    const isFound = found.some((href) => href.includes('immutable-fields'));
    assert.ok(isFound, `the search for "immutable" finds ${found.length} places, not the page about it`);
    return `${all.length} looks with ${chrome.version}`;
  } finally {
    chrome.end();
    close();
  }
}

function save(name, png) {
  mkdirSync(shots, { recursive: true });
  writeFileSync(join(shots, `${name}.png`), Buffer.from(png, 'base64'));
}

async function open({ send, events }, url, { width, height, mobile, scheme }) {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const call = (method, params) => send(method, params, sessionId);
  const complaints = [];
  let loaded;
  const isLoaded = new Promise((resolve) => (loaded = resolve));
  events.set(sessionId, ({ method, params }) => {
    if (method === 'Page.loadEventFired') loaded();
    if (method === 'Log.entryAdded') complaints.push(`${params.entry.text} ${params.entry.url ?? ''}`);
    if (method === 'Runtime.exceptionThrown') {
      const { exception, text } = params.exceptionDetails;
      complaints.push(exception?.description ?? text);
    }
    if (method === 'Runtime.consoleAPICalled') complaints.push(`console.${params.type}: ${params.args.map(({ value }) => value)}`);
    const { url: asked = url } = params.request ?? {};
    if (method === 'Network.requestWillBeSent' && new URL(asked).protocol !== 'data:' && new URL(asked).host !== new URL(url).host) {
      complaints.push(`request: ${asked}`);
    }
  });
  for (const domain of ['Page', 'Log', 'Runtime', 'Network']) await call(`${domain}.enable`);
  await call('Emulation.setDeviceMetricsOverride', { width, height, mobile, deviceScaleFactor: 1 });
  await call('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
  await call('Page.navigate', { url });
  await isLoaded;
  const evaluate = async (script, ...args) => {
    const expression = `(${script})(...${JSON.stringify(args)})`;
    const { result, exceptionDetails } = await call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    assert.equal(exceptionDetails, undefined, exceptionDetails?.exception?.description);
    return result.value;
  };
  return { call, evaluate, complaints, end: () => send('Target.closeTarget', { targetId }) };
}

async function visit(chrome, url, size) {
  const { call, evaluate, complaints, end } = await open(chrome, url, size);
  const seen = await evaluate(measure, size.width);
  const png = shots === undefined ? '' : (await call('Page.captureScreenshot', { captureBeyondViewport: false })).data;
  await end();
  return { seen, complaints, png };
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
