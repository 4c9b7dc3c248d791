/**
 * The page of a catalog's graph as a browser shows it, in light and dark, on a desktop and on a phone: no box lies over another, every text
 * is within its box, pointing and keys show what leads where, nothing sticks out, and the browser has nothing to complain about. Needs
 * dist/ and a Chromium; one that is missing is installed from Debian's packages where this may be done. Draws channels of a hundred
 * versions, texts that want to be markup, and the catalogs in $BOXCUTTER_CATALOGS. With a folder as argument it leaves its screenshots
 * there.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium, lookAtAll, looks, open, start } from './browser.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [shots] = process.argv.slice(2);

/** A hundred versions, 8 to a minor version. */
const versions = Array.from({ length: 100 }, (_, index) => `${1 + Math.floor(index / 40)}.${Math.floor(index / 8) % 5}.${index % 8}`);
const bundleOf = (name, version) => `${name}.v${version}`;

const work = mkdtempSync(join(tmpdir(), 'boxcutter-graph-'));
try {
  const program = chromium();
  const none = 'not done, there is no Chromium, and it could not be installed from Debian packages';
  console.log(program === undefined ? none : await look(program));
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function graphs() {
  const made = { chain: chain(), skips: skips(), minors: minors(), mixed: mixed(), hostile: hostile() };
  const paths = Object.entries(made).map(([name, blobs]) => {
    const path = join(work, `${name}.json`);
    writeFileSync(path, blobs.map((blob) => JSON.stringify(blob)).join('\n'));
    return [name, path];
  });
  const folder = process.env.BOXCUTTER_CATALOGS;
  const real = folder === undefined ? [] : readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...paths, ...real.map(({ name }) => [name, join(folder, name)])].map(([name, path]) => {
    const draw = (format) => {
      const args = ['dist/bin/boxcutter.js', 'catalog', 'graph', path, '--v0', '-o', format];
      const file = join(work, `${name}.${format}`);
      writeFileSync(file, execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe', maxBuffer: 1 << 28 }));
      return file;
    };
    return { name, page: draw('html'), picture: draw('svg') };
  });
}

function blobs(name, entries, deprecated = []) {
  return [
    { schema: 'olm.package', name, defaultChannel: 'stable' },
    { schema: 'olm.channel', package: name, name: 'stable', entries },
    ...entries.map((entry) => ({
      schema: 'olm.bundle', package: name, name: entry.name, image: 'registry.example/operator:1',
      properties: [{ type: 'olm.package', value: { packageName: name, version: entry.name.slice(name.length + 2) } }],
    })),
    ...(deprecated.length === 0 ? [] : [{
      schema: 'olm.deprecations', package: name,
      entries: deprecated.map((bundle) => ({ reference: { schema: 'olm.bundle', name: bundle }, message: 'Use a newer one.' })),
    }]),
  ];
}

/** Each version replaces the one before, and reaches all before with its range. */
function chain() {
  return blobs('chain', versions.map((version, index) => ({
    name: bundleOf('chain', version), skipRange: `>=1.0.0 <${version}`,
    ...(index === 0 ? {} : { replaces: bundleOf('chain', versions[index - 1]) }),
  })), versions.slice(0, 10).map((version) => bundleOf('chain', version)));
}

/** The newest version skips all but the oldest. */
function skips() {
  const names = versions.map((version) => bundleOf('skips', version));
  const last = names.length - 1;
  return blobs('skips', names.map((name, index) => {
    if (index === last) return { name, replaces: names[0], skips: names.slice(1, last) };
    return index === 0 ? { name } : { name, replaces: names[index - 1] };
  }));
}

/** As the template `olm.semver` makes channels: the newest of each minor version skips all before it but one. */
function minors() {
  const names = versions.map((version) => bundleOf('minors', version));
  return blobs('minors', names.map((name, index) => {
    const isLast = index % 8 === 7 || index === names.length - 1;
    const before = Math.floor(index / 8) * 8 - 1;
    if (!isLast) return { name };
    const skips = names.slice(0, index).filter((_, other) => other !== before);
    return { name, skips, ...(before < 0 ? {} : { replaces: names[before] }) };
  }));
}

/** Every seventh version is skipped by the next; one entry has no bundle, one names what is not there. */
function mixed() {
  const names = versions.map((version) => bundleOf('mixed', version));
  const entries = names.map((name, index) => {
    if (index === 0) return { name, replaces: 'mixed.v0.9.0' };
    if (index % 7 === 0) return { name, replaces: names[index - 2], skips: [names[index - 1]] };
    return { name, replaces: names[index - 1] };
  });
  const loose = ['mixed.v9.9.9', ...names.slice(0, 12)].map((name) => ({ name }));
  return [...blobs('mixed', entries), { schema: 'olm.channel', package: 'mixed', name: 'loose', entries: loose }];
}

function hostile() {
  const evil = '"><img src=x onerror=document.title="owned"></script><script>document.title="owned"</script>';
  const wide = '\u6f22\u5b57'.repeat(60);
  return [
    { schema: 'olm.package', name: evil, defaultChannel: evil },
    {
      schema: 'olm.channel', package: evil, name: evil,
      entries: [{ name: evil, skipRange: evil }, { name: wide, replaces: evil, skips: [evil] }],
    },
    { schema: 'olm.deprecations', package: evil, entries: [{ reference: { schema: 'olm.package' }, message: evil }] },
  ];
}

async function look(program) {
  const chrome = await start(program, join(work, 'profile'));
  try {
    const drawn = graphs();
    const all = drawn.map(({ name, page }) => ({ name, url: pathToFileURL(page).href }));
    const count = await lookAtAll(chrome, all, { measure, check, shots });
    for (const { name, picture } of drawn) {
      const { evaluate, complaints, end } = await open(chrome, pathToFileURL(picture).href, looks[0]);
      const seen = await evaluate(measurePicture);
      await end();
      assert.deepEqual(complaints, [], `${name}, the picture: the browser complains`);
      assert.deepEqual(seen, { isPicture: true, overlaps: [], outside: [], foreign: [] }, `${name}, the picture`);
    }
    return `${count + drawn.length} looks with ${chrome.version}`;
  } finally {
    await chrome.end();
  }
}

function check(seen, what) {
  assert.ok(seen.boxes > 0, `${what}: no boxes`);
  assert.deepEqual(seen.missing, [], `${what}: parts are missing`);
  assert.deepEqual(seen.overlaps, [], `${what}: boxes lie over each other`);
  assert.deepEqual(seen.outside, [], `${what}: texts stick out of their boxes`);
  assert.deepEqual(seen.unreached, [], `${what}: keys do not lead to every version`);
  assert.equal(seen.details, true, `${what}: a version that has the focus is not explained`);
  assert.deepEqual(seen.foreign, [], `${what}: markup of others`);
}

/** Runs in the page, with everything unfolded. Ends with the second version chosen. */
function measure(width) {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const overlaps = [];
  const outside = [];
  const unreached = [];
  let boxes = 0;
  const rectangle = (element) => element.getBoundingClientRect();
  const slack = 0.5;
  const isWithin = (inner, outer) => inner.left >= outer.left - slack && inner.right <= outer.right + slack
    && inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack;
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  for (const picture of document.querySelectorAll('.picture')) {
    const nodes = [...picture.querySelectorAll('.node')];
    boxes += nodes.length;
    const frames = nodes.map((node) => rectangle(node.querySelector('rect')));
    frames.forEach((a, index) => {
      frames.slice(index + 1).forEach((b, other) => {
        if (!apart(a, b)) overlaps.push(`${nodes[index].id} ${nodes[index + 1 + other].id}`);
      });
      for (const text of nodes[index].querySelectorAll('text')) if (!isWithin(rectangle(text), a)) outside.push(text.textContent);
    });
    // Every version can be gone to with the keys, beginning with the only one that Tab leads to.
    const reached = new Set();
    const next = nodes.filter((node) => node.getAttribute('tabindex') === '0');
    while (next.length > 0) {
      const node = next.pop();
      if (reached.has(node)) continue;
      reached.add(node);
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']) {
        node.focus({ preventScroll: true });
        node.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        if (document.activeElement.classList.contains('node')) next.push(document.activeElement);
      }
    }
    unreached.push(...nodes.filter((node) => !reached.has(node)).map((node) => node.id));
  }
  const parts = [
    'h1', '#legend svg', '.package h2', '.channel h3', '.picture .node .title', '.list li', '#theme:not([hidden])', '.tools:not([hidden])',
  ];
  const nodes = [...document.querySelectorAll('.picture .node')];
  const chosen = nodes[Math.min(1, nodes.length - 1)];
  chosen.focus({ preventScroll: true });
  const details = document.getElementById('details');
  const isShown = !details.hidden && details.textContent.includes('can be upgraded to') && chosen.classList.contains('at');
  const strange = document.querySelectorAll('img, iframe, object, link, script[src], [onerror], [style]');
  const foreign = [...strange].map(({ tagName }) => tagName);
  if (document.title === 'owned') foreign.push('script');
  return {
    boxes, overlaps, outside, unreached, foreign, details: isShown, missing: parts.filter((part) => document.querySelector(part) === null),
    scrollsBy: Math.max(0, document.documentElement.scrollWidth - width),
    isDark: Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]) < 100,
  };
}

/** Runs in the picture. */
function measurePicture() {
  const rectangle = (element) => element.getBoundingClientRect();
  const nodes = [...document.querySelectorAll('.node')];
  const frames = nodes.map((node) => rectangle(node.querySelector('rect')));
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const overlaps = frames.flatMap((a, index) => frames.slice(index + 1).filter((b) => !apart(a, b)).map(() => nodes[index].id));
  const whole = rectangle(document.documentElement);
  const texts = [...document.querySelectorAll('text')];
  const sticksOut = ({ right, bottom }) => right > whole.right || bottom > whole.bottom;
  const outside = texts.filter((text) => sticksOut(rectangle(text))).map((text) => text.textContent);
  const foreign = [...document.querySelectorAll('img, image, a, script, foreignObject, [onerror], [style]')].map(({ tagName }) => tagName);
  return { isPicture: document.documentElement.tagName === 'svg' && nodes.length > 0, overlaps, outside, foreign };
}
