import * as fs from 'node:fs';
import * as path from 'node:path';
import { BoxcutterError, isBoxcutterError } from '../../errors';
import { makeFolders } from '../../make-folders';
import { isOwn } from '../../own-file';
import { buildPrograms } from './go-build';
import { withLock } from '../lock';
import { binaryNames, indispensable, readPins, type BinaryName, type Pins } from './pins';
import { programsFolder, type Environment } from '../places';
import type { ProgressListener } from './progress';
import { downloadProgram } from './release-download';

/** Paths of the programs of a control plane, and those that are not there. */
export interface Programs {
  readonly paths: Readonly<Partial<Record<BinaryName, string>>>;
  readonly missing: readonly BinaryName[];
  /** Folder they lie in. */
  readonly folder: string;
}

export interface ProgramOptions extends ProgressListener {
  readonly env?: Environment;
  readonly pins?: Pins;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds before each further attempt, after failures of the network; default 2 s, 10 s, 30 s, for downloads 1 s, 5 s. */
  readonly pauses?: readonly number[] | undefined;
}

type Providing = ProgramOptions & { readonly env: Environment };

/**
 * Finds the programs of a control plane or provides them, from the first source that has them: `$KUBEBUILDER_ASSETS`, the
 * user's cache, release downloads, `go build`. What was downloaded or built stays in the cache, under a name made of the
 * pinned versions. kube-apiserver and etcd must be there; without the others workloads do not come alive, and `missing` says so.
 *
 * @throws BoxcutterError `assets-incomplete` when `$KUBEBUILDER_ASSETS` lacks an indispensable program, `programs-of-others` when another
 *   user of the machine may have put what is in the cache, and what `buildPrograms` throws.
 */
export async function providePrograms(options: ProgramOptions = {}): Promise<Programs> {
  const env = options.env ?? process.env;
  if (env.KUBEBUILDER_ASSETS) return assets(path.resolve(env.KUBEBUILDER_ASSETS));
  const pins = options.pins ?? readPins();
  const folder = path.join(programsFolder(env), pins.key);
  assertOwn(folder);
  const cached = inFolder(folder);
  if (cached.missing.length === 0) return cached;
  const waiting = (holder: number): void => options.onProgress?.(`waiting for process ${holder}, which provides the same programs`);
  return withLock(`${folder}.lock`, { onWait: waiting, signal: options.signal }, async () => {
    // Whatever the umask is: many systems let the user's group write.
    makeFolders(folder, 0o755);
    clearLeftovers(folder);
    const trouble = await download(inFolder(folder).missing, folder, pins, { ...options, env });
    await build(inFolder(folder).missing, folder, pins, { ...options, env }, trouble);
    return inFolder(folder);
  });
}

/** What lies in the cache is run: nobody else may have put it there. A folder that is not there yet is fine. */
function assertOwn(folder: string): void {
  if (!fs.existsSync(folder)) return;
  const foreign = [folder, ...binaryNames.map((name) => path.join(folder, name))]
    .find((file) => fs.existsSync(file) && !isOwn(fs.statSync(file)));
  if (foreign === undefined) return;
  throw new BoxcutterError('programs-of-others', 'input', `${foreign} can be written by another user of this machine, and would be run.`, {
    hint: `Remove ${folder} (it is provided again), or set BOXCUTTER_CACHE to a folder of this user.`, details: { file: foreign },
  });
}

function inFolder(folder: string): Programs {
  const paths: Partial<Record<BinaryName, string>> = {};
  for (const name of binaryNames) {
    const file = path.join(folder, name);
    if (isExecutable(file)) paths[name] = file;
  }
  return { paths, missing: binaryNames.filter((name) => paths[name] === undefined), folder };
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function assets(folder: string): Programs {
  const found = inFolder(folder);
  const lacking = indispensable.filter((name) => found.missing.includes(name));
  if (lacking.length > 0) {
    throw new BoxcutterError(
      'assets-incomplete', 'input',
      `KUBEBUILDER_ASSETS is ${folder}, but there is no executable ${lacking.join(' and no ')} in it.`,
      { hint: 'Set it to a folder with kube-apiserver and etcd, or unset it.' },
    );
  }
  return found;
}

/** Drafts of a process that was killed; the lock says that no process is at work on them. */
function clearLeftovers(folder: string): void {
  for (const entry of fs.readdirSync(folder)) {
    if (entry.startsWith('.') || entry.endsWith('.draft')) fs.rmSync(path.join(folder, entry), { recursive: true, force: true });
  }
}

/**
 * Downloads what can be had. The first failure ends it: where one publisher is out of reach the others seldom help. Answers what went
 * wrong.
 */
async function download(names: readonly BinaryName[], folder: string, pins: Pins, options: Providing): Promise<string | undefined> {
  try {
    for (const [index, name] of names.entries()) {
      await downloadProgram(name, folder, pins, { ...options, position: `(${index + 1} of ${names.length})` });
    }
    return undefined;
  } catch (error) {
    if (!isBoxcutterError(error) || error.code === 'interrupted') throw error;
    options.onProgress?.(error.message);
    return error.message;
  }
}

/** Builds the rest. Where that fails, what there is must do when it holds what is indispensable. */
async function build(
  names: readonly BinaryName[],
  folder: string,
  pins: Pins,
  options: Providing,
  trouble: string | undefined,
): Promise<void> {
  if (names.length === 0) return;
  try {
    await buildPrograms(names, folder, pins, options);
  } catch (error) {
    if (!isBoxcutterError(error) || error.code === 'interrupted') throw error;
    if (indispensable.every((name) => inFolder(folder).paths[name] !== undefined)) {
      options.onProgress?.(`continuing without ${inFolder(folder).missing.join(', ')}: ${error.message}`);
      return;
    }
    const message = trouble === undefined ? error.message : `${error.message} Before that: ${trouble}`;
    throw new BoxcutterError(error.code, error.category, message, { cause: error, ...(error.hint !== undefined && { hint: error.hint }) });
  }
}
