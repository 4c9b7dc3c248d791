/** A Chromium without a window, for checks that look at pages. */
import { spawn, spawnSync } from 'node:child_process';

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
