/**
 * npm in a new project. It asks again by itself after some failures of the network, but not when an answer stalls; what it has downloaded
 * by then is in its cache, so another try costs little.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BoxcutterError } from '../../../errors';
import { insist, type Attempt } from '../../../net/attempts';
import type { Steps } from '../../output/terminal/steps';
import { ownPackage } from '../../templates/own-package';

/** npm without its remarks; an answer without a byte for 45 s has stalled (its own patience is five minutes). */
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-timeout=45000'];

/** What npm says when the network or the registry is at fault, and not the request (the set-up of this repository has the same). */
const OF_NETWORK = new RegExp([
  'EIDLETIMEOUT', 'idle timeout', 'ECONN(RESET|REFUSED|ABORTED)', 'E\\w*TIMEDOUT', 'ERR_SOCKET', 'EAI_AGAIN', 'ENOTFOUND', 'ENETUNREACH',
  'EHOSTUNREACH', 'EPIPE', 'EINTEGRITY', 'socket hang up', 'premature close', '(^|code E|npm error )(429|5\\d\\d)\\b',
].join('|'), 'im');

export interface NpmRun {
  readonly directory: string;
  /** The directory as the user sees it. */
  readonly shown: string;
  readonly onStatus: Steps['status'];
  readonly say: (line: string) => void;
  /** Milliseconds before each further attempt. @default as `insist` */
  readonly pauses?: readonly number[];
}

interface Ended {
  readonly code: number;
  readonly said: string;
}

/**
 * Runs npm; an installation that the network failed is tried again.
 * @throws BoxcutterError `init-npm` (server), with what npm said
 */
export async function runNpm(words: readonly string[], { directory, shown, onStatus, say, pauses }: NpmRun): Promise<void> {
  const attempt = async (): Promise<Attempt<Ended>> => {
    const ended = await npm(words, directory, onStatus);
    const mayPass = ended.code !== 0 && words[0] === 'install' && OF_NETWORK.test(ended.said);
    return mayPass ? { type: 'failed', reason: ended.said } : { type: 'done', value: ended };
  };
  const { last, attempts } = await insist(attempt, {
    pauses, onRetry: (reason, next) => say(`npm failed because of the network (${firstLine(reason)}); ${next} …`),
  });
  if (last.type === 'done' && last.value.code === 0) return;
  const said = last.type === 'done' ? last.value.said : last.reason;
  const { name, version } = ownPackage();
  // The command itself may come from a tarball or a clone.
  const isUnpublished = said.includes('E404') && said.includes(`'${name}@`);
  const next = isUnpublished
    ? `The registry does not have this version of ${name}. In the project, run npm install PATH/${name}-${version}.tgz, then npm test.`
    : `When you have removed the cause, run npm ${words.join(' ')} in the project and go on from there.`;
  throw new BoxcutterError('init-npm', 'server', `npm ${words.join(' ')} failed${attempts > 1 ? ` ${attempts} times` : ''}:\n${said}`, {
    hint: `The project was created in ${shown}. ${next}`,
  });
}

/** The line of npm that tells most, without its prefix. */
function firstLine(said: string): string {
  const lines = said.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim()).filter((line) => line !== '');
  const telling = lines.find((line) => OF_NETWORK.test(line) && !/^(code|errno|syscall) /.test(line));
  return (telling ?? lines[0] ?? 'no reason given').slice(0, 200);
}

/** Runs npm, and says each second how far it is. Rejects never: that it cannot be started is what it said. */
function npm(words: readonly string[], cwd: string, onStatus: Steps['status']): Promise<Ended> {
  const began = performance.now();
  const tell = (): void => {
    const done = words[0] === 'install' ? `${packagesIn(cwd)} packages are there, ` : '';
    onStatus?.(`${done}${Math.round((performance.now() - began) / 1000)} s so far`);
  };
  const ticker = onStatus === undefined ? undefined : setInterval(tell, 1_000);
  // What `npx --package` was told is about this command: npx in the scripts of the project would take it for its own.
  const env = { ...process.env };
  delete env['npm_config_package'];
  const child = spawn('npm', [...words, ...QUIET], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise<Ended>((resolve) => {
    child.once('error', (error) => resolve({ code: 1, said: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, said: said.trim() }));
  }).finally(() => clearInterval(ticker));
}

/** How many packages npm has unpacked so far; what is in scopes counts, too. */
function packagesIn(directory: string): number {
  const modules = join(directory, 'node_modules');
  const entriesOf = (folder: string): readonly string[] =>
    (existsSync(folder) ? readdirSync(folder).filter((entry) => !entry.startsWith('.')) : []);
  return entriesOf(modules).reduce((sum, entry) => sum + (entry.startsWith('@') ? entriesOf(join(modules, entry)).length : 1), 0);
}
