/**
 * The page of a report as a browser shows it, in light and dark, on a desktop and on a phone: its parts are there, no box lies over
 * another, nothing sticks out, texts are readable, and the browser has nothing to complain about. Needs dist/ and a Chromium; one that
 * is missing is installed from Debian's packages where this may be done. With a folder as argument it leaves its screenshots there.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, start } from './browser.mjs';
import { sizes, visit } from './visit.mjs';

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

/** Pages to look at: a few objects, many of them, and texts that want to be markup. */
function pages() {
  if (given.length > 0) return given;
  return [join(root, 'examples/plain-manifests/manifests'), manifest('many', many()), manifest('hostile', hostile())].map((path, index) => {
    const page = join(work, `page-${index}.html`);
    const args = ['dist/bin/boxcutter.js', 'report', path, '--namespace', 'shop', '--output', page];
    execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
    return page;
  });
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
    let looks = 0;
    for (const [index, page] of pages().entries()) {
      for (const [name, size] of Object.entries(sizes)) {
        for (const scheme of ['light', 'dark']) {
          const what = `page ${index}, ${name}, ${scheme}`;
          const measuring = [measure, size.width, LEAST_CONTRAST];
          const { seen, complaints, png } = await visit(chrome, page, size, scheme, measuring, shots !== undefined);
          if (shots !== undefined) {
            mkdirSync(shots, { recursive: true });
            writeFileSync(join(shots, `${index}-${name}-${scheme}.png`), Buffer.from(png, 'base64'));
          }
          assert.deepEqual(complaints, [], `${what}: the browser complains`);
          assert.ok(seen.boxes > 0 && seen.lanes > 0, `${what}: no boxes`);
          assert.deepEqual(seen.missing, [], `${what}: parts are missing`);
          assert.deepEqual(seen.overlaps, [], `${what}: boxes lie over each other`);
          assert.equal(seen.scrollsBy, 0, `${what}: wider than the window`);
          assert.deepEqual(seen.faint, [], `${what}: hard to read`);
          assert.deepEqual(seen.foreign, [], `${what}: markup of others`);
          assert.equal(seen.isDark, scheme === 'dark', `${what}: wrong scheme`);
          looks += 1;
        }
      }
    }
    return `${looks} looks with ${chrome.version}`;
  } finally {
    await chrome.end();
  }
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
  const strange = document.querySelectorAll('img, iframe, object, link, script[src], [onerror], [style]');
  const foreign = [...strange].map(({ tagName }) => tagName);
  if (document.title === 'owned') foreign.push('script');
  return {
    boxes: boxes.length, lanes: document.querySelectorAll('.lane').length, overlaps, missing, faint: [...faint], foreign,
    scrollsBy: Math.max(0, document.documentElement.scrollWidth - width),
    isDark: lightness(getComputedStyle(document.body).backgroundColor) < 0.2,
  };
}
