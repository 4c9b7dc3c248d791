/** The program that builds kustomizations: kustomize, or the one within kubectl. */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BoxcutterError } from '../../errors';

/** More than any revision could hold. */
const MAX_OUTPUT = 64 * 1024 * 1024;
/** Of what it says when it fails. */
const MAX_MESSAGES = 16 * 1024;
/** It may fetch remote bases. */
const TIMEOUT_MS = 120_000;
/** Until what a program that has ended has written is read. */
const CLOSING_MS = 2000;

/**
 * The objects of a kustomization, as YAML. Its own settings decide what it may reach: no plugin and no helm is enabled here.
 * @param folder with a kustomization, as the user named it
 * @throws BoxcutterError `manifests-not-found` (input), `kustomize-missing` (server), `kustomize-failed` (input) with what the program said
 */
export async function buildKustomization(folder: string): Promise<string> {
  refuseMissing(folder);
  const { program, words } = findProgram();
  const child = spawn(program, [...words, folder], { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  const ended = { output: [] as Buffer[], bytes: 0, messages: '', stopped: '' };
  const stop = (why: string): void => {
    ended.stopped = why;
    child.kill('SIGKILL');
  };
  // What it has started (git, for a remote base) may outlive it, and hold its output open.
  child.once('exit', () => setTimeout(() => [child.stdout, child.stderr].forEach((stream) => stream.destroy()), CLOSING_MS).unref());
  const timer = setTimeout(() => stop(`it took longer than ${TIMEOUT_MS / 1000} seconds`), TIMEOUT_MS);
  child.stdout.on('data', (chunk: Buffer) => {
    ended.bytes += chunk.length;
    if (ended.bytes > MAX_OUTPUT) stop(`it gave more than ${MAX_OUTPUT / 1024 / 1024} MiB`);
    else ended.output.push(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.messages = `${ended.messages}${text}`.slice(-MAX_MESSAGES);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code === 0 && ended.stopped === '') return Buffer.concat(ended.output).toString('utf8');
    throw failed(folder, program, ended.stopped === '' ? withoutLog(ended.messages.trim()) : ended.stopped);
  } catch (error) {
    throw error instanceof BoxcutterError ? error : failed(folder, program, (error as Error).message);
  } finally {
    clearTimeout(timer);
  }
}

const LOGGED = /^[EF]\d{4} \S+ +\d+ \S+\] "command failed" err=(?:("(?:[^"\\]|\\.)*")|<\n([^]*?)\n >)\s*$/;

/** kubectl writes its error as a line of a log, with time, process and place in its code; kustomize as it is. */
function withoutLog(messages: string): string {
  const [, quoted, block] = LOGGED.exec(messages) ?? [];
  if (block !== undefined) return block.replace(/^\t/gm, '').replace(/\n: /g, ': ');
  try {
    return quoted === undefined ? messages : String(JSON.parse(quoted));
  } catch {
    return messages;
  }
}

/**
 * What begins like a host, or has a scheme, may be a repository, which the program fetches.
 * @throws BoxcutterError `manifests-not-found` (input)
 */
function refuseMissing(folder: string): void {
  if (/:|^[^/]+\.[^/]+\//.test(folder) || existsSync(folder)) return;
  throw new BoxcutterError('manifests-not-found', 'input', `There is no folder ${folder}.`, {
    hint: 'Name the folder that holds kustomization.yaml.',
  });
}

function failed(folder: string, program: string, why: string): BoxcutterError {
  return new BoxcutterError('kustomize-failed', 'input', `The kustomization ${folder} could not be built by ${program}: ${why}`, {
    hint: 'Correct it until it builds by itself: kustomize build, or kubectl kustomize.',
  });
}

interface Program {
  readonly program: string;
  /** What stands before the folder. */
  readonly words: readonly string[];
}

/** `$KUSTOMIZE`, then kustomize of the PATH, then kubectl. */
function findProgram(): Program {
  const { KUSTOMIZE } = process.env;
  if (KUSTOMIZE !== undefined && KUSTOMIZE !== '') return { program: KUSTOMIZE, words: ['build'] };
  const kustomize = inPath('kustomize');
  if (kustomize !== undefined) return { program: kustomize, words: ['build'] };
  const kubectl = inPath('kubectl');
  if (kubectl !== undefined) return { program: kubectl, words: ['kustomize'] };
  throw new BoxcutterError('kustomize-missing', 'server', 'Building a kustomization needs kustomize or kubectl, '
    + 'and neither is installed.', {
    hint: 'Install one of them, or name kustomize in $KUSTOMIZE.',
  });
}

function inPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const names = process.platform === 'win32' ? [`${name}.exe`] : [name];
  return folders.flatMap((folder) => names.map((file) => join(folder, file))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
