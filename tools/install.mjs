/**
 * `npm install`, over a network that fails now and then. npm itself asks again after some failures, but not when an answer stalls
 * ("Idle timeout reached"); what it has downloaded by then is in its cache, so another try costs little.
 *
 * Plain Node without dependencies, because it runs before there are any. For the same reason the loop of its attempts stands here once
 * more, and what of npm's words is about the network: those of the library (lib/net/attempts.ts, lib/cli/actions/project/init-npm.ts) are
 * TypeScript.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What npm says when the network or the registry is at fault, and not the request. */
const failuresOfNetwork = new RegExp([
  'EIDLETIMEOUT', 'idle timeout', 'ECONN(RESET|REFUSED|ABORTED)', 'E\\w*TIMEDOUT', 'ERR_SOCKET', 'EAI_AGAIN', 'ENOTFOUND', 'ENETUNREACH',
  'EHOSTUNREACH', 'EPIPE', 'EINTEGRITY', 'socket hang up', 'premature close', '(^|code E|npm error )(429|5\\d\\d)\\b',
].join('|'), 'i');

/** Seconds without a byte after which an answer counts as stalled; npm's own default is 5 minutes. */
const SILENCE = 45;

/**
 * Throws an Error whose message is for the user: at once when npm fails for another reason than the network, else after the last attempt.
 *
 * @param folder of package.json
 * @param args of npm
 * @param pauses milliseconds before each further attempt
 * @param expected folders below `folder` that will be there at the end: what is done, and what is left
 */
export async function install(folder, args, { say = console.log, pauses = [2_000, 10_000, 30_000], expected = [] } = {}) {
  const attempts = pauses.length + 1;
  for (let attempt = 1; ; attempt += 1) {
    const { status, output } = await npm(folder, args, say, expected);
    if (status === 0) return;
    if (!failuresOfNetwork.test(output)) throw new Error(`npm install failed:\n${output.trim()}`);
    const reason = reasonIn(output);
    if (attempt === attempts) {
      throw new Error(`npm install failed ${attempts} times, because of the network or the registry: ${reason}\n`
        + 'What was downloaded is kept: run the same command again. Is the registry in reach? npm ping. Another one, or a proxy: '
        + 'npm config set registry|https-proxy ADDRESS.');
    }
    const pause = pauses[attempt - 1];
    say(`setup: the network failed npm (${reason}); attempt ${attempt + 1} of ${attempts} in ${pause / 1000} s …`);
    await sleep(pause);
  }
}

/** One run. Says now and then how far it is: on a terminal in one line, elsewhere in a line each 15 seconds. */
async function npm(folder, args, say, expected) {
  const options = ['--loglevel=error', '--progress=false', '--no-update-notifier', `--fetch-timeout=${SILENCE * 1000}`];
  // What the caller's environment sets goes before these.
  const wanted = process.env.npm_config_fetch_timeout ? options.slice(0, -1) : options;
  const child = spawn('npm', ['install', ...args, ...wanted], {
    cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], shell: process.platform === 'win32',
  });
  let output = '';
  child.stderr.on('data', (chunk) => (output = (output + chunk).slice(-20_000)));
  const began = Date.now();
  const line = () => {
    const there = expected.filter((path) => existsSync(join(folder, path, 'package.json'))).length;
    return `setup: ${there} of ${expected.length} packages are there, ${Math.round((Date.now() - began) / 1000)} s so far`;
  };
  const onTerminal = process.stdout.isTTY;
  const ticker = setInterval(() => (onTerminal ? process.stdout.write(`\r\x1b[K${line()}`) : say(line())), onTerminal ? 1_000 : 15_000);
  try {
    const [status] = await once(child, 'close');
    return { status, output };
  } catch (error) {
    throw new Error(`npm cannot be started: ${error.message}`, { cause: error });
  } finally {
    clearInterval(ticker);
    if (onTerminal) process.stdout.write('\r\x1b[K');
  }
}

/** The line of npm that tells most; without its prefix. */
function reasonIn(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim()).filter((line) => line !== '');
  const telling = lines.filter((line) => failuresOfNetwork.test(line));
  return (telling.find((line) => !/^(code|errno|syscall) /.test(line)) ?? telling[0] ?? lines[0] ?? 'no reason given').slice(0, 200);
}
