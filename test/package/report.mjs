/**
 * The page of a report as a browser shows it, in light and dark, on a desktop and on a phone: its parts are there, no box lies over
 * another, nothing sticks out, texts are readable, and the browser has nothing to complain about. Needs dist/ and a Chromium; one that
 * is missing is installed from Debian's packages where this may be done. With a folder as argument it leaves its screenshots there.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium, lookAtAll, start } from './browser.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [shots, ...given] = process.argv.slice(2);
/** What WCAG asks of texts of this size. */
const LEAST_CONTRAST = 4.5;

const work = mkdtempSync(join(tmpdir(), 'boxcutter-report-'));
try {
  const program = chromium();
  const none = 'not done, there is no Chromium, and it could not be installed from Debian packages';
  console.log(program === undefined ? none : await look(program));
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Pages to look at: a few objects, many of them, texts that want to be markup; and rollouts with a timeline. */
function pages() {
  if (given.length > 0) return given.map((file) => ({ file, rows: 'any' }));
  const paths = [join(root, 'examples/plain-manifests/manifests'), manifest('many', many()), manifest('hostile', hostile())];
  const content = paths.map((path, index) => {
    const page = join(work, `page-${index}.html`);
    const args = ['dist/bin/boxcutter.js', 'report', path, '--namespace', 'shop', '--output', page];
    execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
    return { file: page };
  });
  return [...content, ...rollouts()];
}

/** As `apply --report` writes them: everything that may become of an object, and more objects in a phase than are shown. */
function rollouts() {
  const load = createRequire(import.meta.url);
  const { reportPage } = load(join(root, 'dist/lib/cli/output/report/page.js'));
  const { reportOf } = load(join(root, 'dist/lib/cli/output/report/content.js'));
  const about = { source: 'dist', madeAt: '2026-01-02T03:04:05.678Z', namespace: 'shop', remarks: [] };
  const pageOf = (name, timeline, rows) => {
    const phases = timeline.phases.map((phase) => ({
      name: phase.name, objects: phase.objects.map(({ ref: { name: object, ...ref } }) => ({
        object: { ...ref, metadata: { name: object, namespace: 'shop' } }, collisionProtection: 'Prevent',
      })),
    }));
    const data = reportOf({ extension: 'shop', number: 1, digest: 'd', probes: [], phases }, about);
    const file = join(work, `${name}.html`);
    writeFileSync(file, reportPage({ ...data, revision: 1, timeline }));
    return { file, rows };
  };
  const ref = (kind, name) => ({ apiVersion: kind === 'Deployment' ? 'apps/v1' : 'v1', kind, name });
  const row = (object, more) => ({ ref: object, action: 'created', unchanged: false, failed: false, waits: [], ...more });
  const long = 'the container is waiting: ImagePullBackOff of registry.example/a/very/long/path/without/any/place/to/break/it:1 '.repeat(4);
  const evil = '"><img src=x onerror=document.title="owned"></script>';
  const waits = Array.from({ length: 20 }, (_, index) => ({ atMs: 400 + index * 900, text: index % 2 === 0 ? long : evil }));
  const several = {
    durationMs: 61_234,
    phases: [
      { name: 'configuration', status: 'complete', objects: [
        row(ref('ConfigMap', 'at-once'), { writtenMs: 12, readyMs: 14 }),
        row(ref('ConfigMap', 'as-it-was'), { unchanged: true, action: 'unchanged' }),
        row(ref('Secret', `a-name-${'that-goes-on-'.repeat(16)}`.slice(0, 250)), { writtenMs: 0, readyMs: 61_000 }),
      ] },
      { name: 'deploy', status: 'failed', objects: [
        row(ref('Deployment', 'slow'), { writtenMs: 300, waits }),
        row(ref('Deployment', 'broken'), { writtenMs: 20_000, failed: true, action: evil, waits: waits.slice(0, 2) }),
        row(ref('Service', 'never-reached'), { action: 'waits for phase configuration' }),
      ] },
    ],
  };
  const crowd = Array.from({ length: 130 }, (_, index) => row(ref('ConfigMap', `one-${index}`), { writtenMs: index, readyMs: 2 * index }));
  const last = [row(ref('Deployment', 'late'), { writtenMs: 300 }), row(ref('Deployment', 'no'), { writtenMs: 300, failed: true })];
  // Of a phase, the hundred that took longest are shown.
  const crowded = [{ name: 'crowd', status: 'complete', objects: crowd }, { name: 'last', status: 'waiting', objects: last }];
  return [pageOf('several', several, 5), pageOf('crowd', { durationMs: 300, phases: crowded }, 102)];
}

function manifest(name, objects) {
  const path = join(work, `${name}.json`);
  writeFileSync(path, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
  return path;
}

function many() {
  return Array.from({ length: 100 }, (_, index) => [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: `account-${index}` } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `config-of-a-rather-long-name-that-goes-on-and-on-${index}` }, data: {} },
    {
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: `deployment-${index}` }, spec: {
        selector: { matchLabels: { app: `a${index}` } }, template: {
          metadata: { labels: { app: `a${index}` } },
          spec: {
            serviceAccountName: `account-${index}`,
            containers: [{ name: 'c', image: `registry.example/a/very/long/path/image-${index}:1` }],
          },
        },
      },
    },
  ]).flat();
}

function hostile() {
  const image = '"><img src=x onerror=document.title="owned"></script><script>document.title="owned"</script>';
  const pod = { serviceAccountName: 'default', containers: [{ name: 'c', image }] };
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } };
  return [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod' }, spec: pod }, account];
}

async function look(program) {
  const chrome = await start(program, join(work, 'profile'));
  try {
    const all = pages().map(({ file, ...page }, index) => ({ name: `page ${index}`, url: pathToFileURL(file).href, ...page }));
    const count = await lookAtAll(chrome, all, { measure, args: [LEAST_CONTRAST], check, shots });
    return `${count} looks with ${chrome.version}`;
  } finally {
    await chrome.end();
  }
}

/** @param rows how many objects the timeline of the page has; undefined: it has none; `any`: it is not known */
function check(seen, what, { rows }) {
  assert.ok(seen.boxes > 0 && seen.lanes > 0, `${what}: no boxes`);
  assert.deepEqual(seen.missing, [], `${what}: parts are missing`);
  assert.deepEqual(seen.overlaps, [], `${what}: boxes lie over each other`);
  assert.deepEqual(seen.faint, [], `${what}: hard to read`);
  assert.deepEqual(seen.foreign, [], `${what}: markup of others`);
  const { timeline } = seen;
  if (rows === undefined || (rows === 'any' && timeline === undefined)) return assert.equal(timeline, undefined, `${what}: a timeline`);
  assert.ok(timeline !== undefined, `${what}: no timeline`);
  assert.ok(timeline.isLinked, `${what}: no way to the timeline`);
  assert.deepEqual(timeline.overlaps, [], `${what}: rows of the timeline lie over each other`);
  assert.deepEqual(timeline.outside, [], `${what}: parts of a row stick out of it`);
  assert.deepEqual(timeline.badBars, [], `${what}: bars that are not on their track`);
  if (rows === 'any') return undefined;
  assert.equal(timeline.rows, rows, `${what}: rows of the timeline`);
  return assert.deepEqual(timeline.kinds, ['failed', 'ready', 'waiting'], `${what}: kinds of bars`);
}

/** Runs in the page, with everything unfolded. */
function measure(width, leastContrast) {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const boxes = [...document.querySelectorAll('.box')].map((box) => ({ id: box.id, ...box.getBoundingClientRect().toJSON() }));
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const overlaps = boxes.flatMap((a, index) => boxes.slice(index + 1).filter((b) => !apart(a, b)).map((b) => `${a.id} ${b.id}`));
  const parts = ['h1', 'nav a', '#objects .lane h3', '#permissions', '#images', '#filter', '#theme', '#edges'];
  const missing = parts.filter((part) => document.querySelector(part) === null);
  const colour = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const lightness = (text) => {
    const [r, g, b] = colour(text).map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (colour(backgroundColor)[3] !== 0) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  const faint = new Set();
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
    if (!hasText || element.tagName === 'SCRIPT' || !element.checkVisibility()) continue;
    const [a, b] = [getComputedStyle(element).color, behind(element)].map(lightness).sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < leastContrast) faint.add(`${element.tagName} ${element.className}: ${contrast.toFixed(2)}`);
  }
  const section = document.querySelector('#timeline');
  const rowsOf = section === null ? [] : [...section.querySelectorAll('.time')];
  const rectOf = (element) => element.getBoundingClientRect();
  const texts = rowsOf.map((row) => ({ row, id: row.querySelector('b').textContent, ...rectOf(row).toJSON() }));
  const within = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const timeline = section === null ? undefined : {
    rows: rowsOf.length,
    isLinked: document.querySelector('nav a[href="#timeline"]') !== null,
    // Neighbours: rows stand below each other.
    overlaps: texts.flatMap((a, index) => texts.slice(index + 1, index + 2).filter((b) => !apart(a, b)).map((b) => `${a.id} ${b.id}`)),
    outside: texts.filter(({ row }) => [...row.querySelectorAll('p, svg, li')].some((part) => !within(rectOf(part), rectOf(row))))
      .map(({ id }) => id),
    badBars: texts.filter(({ row }) => {
      const track = row.querySelector('.track');
      const bars = [...row.querySelectorAll('rect:not(.track)')].map(rectOf);
      return rectOf(track).width < 100 || bars.some((bar) => bar.width < 1 || bar.height < 3
        || bar.left < rectOf(track).left - 1 || bar.right > rectOf(track).right + 3);
    }).map(({ id }) => id),
    kinds: [...new Set([...section.querySelectorAll('rect:not(.track)')].map((bar) => bar.getAttribute('class')))].sort(),
  };
  const strange = document.querySelectorAll('img, iframe, object, link, script[src], [onerror], [style]');
  const foreign = [...strange].map(({ tagName }) => tagName);
  if (document.title === 'owned') foreign.push('script');
  return {
    boxes: boxes.length, lanes: document.querySelectorAll('.lane').length, overlaps, missing, faint: [...faint], foreign, timeline,
    scrollsBy: Math.max(0, document.documentElement.scrollWidth - width),
    isDark: lightness(getComputedStyle(document.body).backgroundColor) < 0.2,
  };
}
