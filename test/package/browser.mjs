/** A Chromium without a window, for checks that look at pages. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The name of a Chromium on this machine. One that is missing is installed from Debian's packages, where this may be done. */
export function chromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const found = () => names.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
  if (found() === undefined && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update', '-qq'], ['install', '-y', '-qq', '--no-install-recommends', 'chromium']]) {
      if (spawnSync('apt-get', args, { env, stdio: 'ignore' }).status !== 0) break;
    }
  }
  return found();
}

/** A browser, spoken to over two pipes: messages of the DevTools protocol, each ended by a zero byte. */
export async function start(program, profile) {
  const args = [
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
  ];
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const [, , , input, output] = child.stdio;
  const waiting = new Map();
  const events = new Map();
  let rest = '';
  let number = 0;
  output.setEncoding('utf8');
  output.on('data', (chunk) => {
    const messages = `${rest}${chunk}`.split('\0');
    rest = messages.pop();
    for (const message of messages.map((text) => JSON.parse(text))) {
      const { resolve, reject } = waiting.get(message.id) ?? {};
      waiting.delete(message.id);
      if (message.id === undefined) events.get(message.sessionId)?.(message);
      else if (message.error) reject?.(new Error(message.error.message));
      else resolve?.(message.result);
    }
  });
  const fail = () => waiting.forEach(({ reject }) => reject(new Error('the browser has ended')));
  child.on('exit', fail);
  child.on('error', fail);
  input.on('error', fail);
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      number += 1;
      waiting.set(number, { resolve, reject });
      input.write(`${JSON.stringify({ id: number, method, params, sessionId })}\0`);
    });
  const { product } = await send('Browser.getVersion');
  // Its helpers write into the profile for as long as they live: the folder can go only when the whole group has gone.
  const end = async () => {
    const ended = new Promise((resolve) => (child.exitCode === null && child.signalCode === null ? child.on('close', resolve) : resolve()));
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  return { send, events, version: product, end };
}

/** How pages are looked at: wide and narrow, light and dark. */
export const looks = [
  { name: 'desktop', width: 1280, height: 900, mobile: false },
  { name: 'phone', width: 390, height: 844, mobile: true },
].flatMap((size) => ['light', 'dark'].map((scheme) => ({ ...size, scheme })));

/**
 * A page in a tab of its own, loaded.
 * @param isOwn whether the page may ask for this address; by default those where it comes from
 * @returns `evaluate` runs a function in the page; `complaints` is what the browser has to say against it so far
 */
export async function open({ send, events }, url, { width, height, mobile, scheme }, isOwn = isFrom(url)) {
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
    if (method === 'Network.requestWillBeSent' && !isOwn(new URL(asked))) complaints.push(`request: ${asked}`);
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

/** Of the same server; of a file, other files. */
export function isFrom(url) {
  const { protocol, host } = new URL(url);
  return (asked) => asked.protocol === protocol && asked.host === host;
}

/**
 * Every page in every look: the browser has nothing to complain about, nothing is wider than the window, and the scheme is the right one.
 * What is particular to the pages is checked by the caller.
 * @param pages each with its `name` and `url`
 * @param measure runs in the page with the width of the window and `args`; gives `scrollsBy` and `isDark`, and what else the caller wants
 * @param check is given what was measured, and what to call the look in messages
 * @param shots folder for a picture of each look; undefined: none are taken
 * @returns how many looks there were
 */
export async function lookAtAll(chrome, pages, { measure, args = [], check, isOwn, shots }) {
  for (const page of pages) {
    for (const look of looks) {
      const { call, evaluate, complaints, end } = await open(chrome, page.url, look, isOwn);
      const seen = await evaluate(measure, look.width, ...args);
      if (shots !== undefined) {
        const { data } = await call('Page.captureScreenshot', { captureBeyondViewport: false });
        mkdirSync(shots, { recursive: true });
        writeFileSync(join(shots, `${page.name.replace(/\W+/g, '-')}-${look.name}-${look.scheme}.png`), Buffer.from(data, 'base64'));
      }
      await end();
      const what = `${page.name}, ${look.name}, ${look.scheme}`;
      assert.deepEqual(complaints, [], `${what}: the browser complains`);
      assert.equal(seen.scrollsBy, 0, `${what}: wider than the window`);
      assert.equal(seen.isDark, look.scheme === 'dark', `${what}: wrong scheme`);
      check(seen, what, page);
    }
  }
  return pages.length * looks.length;
}
