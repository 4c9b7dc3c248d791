import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { BoxcutterError, messageOf } from '../../../errors';
import { makeFolders } from '../../../make-folders';
import type { InitArgs } from '../../commands/project/init';
import { ownPackage, ownTarball } from '../../templates/own-package';
import { projectFiles } from '../../templates';
import { printLines } from '../../output/terminal/sink';
import { startSteps } from '../../output/terminal/steps';
import { runNpm } from './init-npm';

/** A DNS label: it names a namespace and a file, too. Revision numbers come after it in names of at most 63 characters. */
const NAME = /^[a-z0-9]([-a-z0-9]{0,50}[a-z0-9])?$/;

/**
 * Writes a new project. With `install` it is also installed, synthesised and tested, which writes the snapshot.
 * @throws BoxcutterError category `input` for a name that cannot be one or a directory that is in use: then nothing is written;
 *   `server` when npm fails: then the project is there
 */
export async function init(args: InitArgs): Promise<number> {
  const directory = resolve(args.directory);
  const name = args.name ?? basename(directory).toLowerCase();
  if (!NAME.test(name)) {
    throw new BoxcutterError('init-name', 'input', `"${name}" cannot be the name of an extension.`, {
      hint: 'Name it with --name: lower-case letters, digits and hyphens, at most 52 characters, like my-operator.',
    });
  }
  const own = ownPackage();
  const files = projectFiles({ name, own, packageSpec: packageSpec(args.package ?? ownTarball(), own.version) });
  write(directory, files);
  const shown = relative(process.cwd(), directory) || '.';
  const say = (...lines: readonly string[]): void => printLines(lines);
  say(`Created the extension ${name} in ${shown}: ${[...files.keys()].join(', ')}`);
  if (args.install) {
    const steps = await startSteps((text) => say(text));
    try {
      for (const [doing, words] of NPM_RUNS) {
        steps.step(`${doing} (npm ${words.join(' ')}) …`);
        await runNpm(words, { directory, shown, onStatus: steps.status, say });
      }
    } finally {
      steps.end();
    }
  }
  const enter = shown === '.' ? [] : [`  cd ${shown}`];
  const first = args.install ? [] : ['  npm install', '  npm test                  # writes the snapshot; commit it'];
  const cluster = 'npx boxcutter cluster up  # a local control plane, unless you have a cluster';
  say('', 'Next:', ...enter, ...first, '  npm run synth', `  ${cluster}`, '  npm run apply');
  return 0;
}

function packageSpec(given: string | undefined, version: string): string {
  if (given === undefined) return `^${version}`;
  return existsSync(given) ? `file:${resolve(given)}` : given;
}

/** All files or none. */
function write(directory: string, files: ReadonlyMap<string, string>): void {
  const isNew = !existsSync(directory);
  if (!isNew) requireEmpty(directory);
  const written: string[] = [];
  try {
    makeFolders(directory);
    for (const [name, text] of files) {
      const file = join(directory, name);
      writeFileSync(file, text, { flag: 'wx' });
      written.push(file);
    }
  } catch (error) {
    for (const file of written) rmSync(file, { force: true });
    if (isNew) rmSync(directory, { recursive: true, force: true });
    throw new BoxcutterError('init-write', 'server', `The project cannot be written to ${directory}: ${messageOf(error)}.`, {
      hint: 'Check permissions and free space; nothing was left behind.',
      cause: error,
    });
  }
}

function requireEmpty(directory: string): void {
  if (!statSync(directory).isDirectory()) {
    throw new BoxcutterError('init-directory', 'input', `${directory} is a file, not a directory; nothing was written.`, {
      hint: 'Name a new directory: boxcutter init my-operator',
    });
  }
  // A repository without a file is as good as empty.
  const found = readdirSync(directory).filter((entry) => entry !== '.git');
  if (found.length === 0) return;
  const some = found.slice(0, 3).join(', ');
  const more = found.length > 3 ? ` and ${found.length - 3} more` : '';
  throw new BoxcutterError('init-directory', 'input', `${directory} is not empty (it has ${some}${more}); nothing was written.`, {
    hint: 'Name a new directory: boxcutter init my-operator',
  });
}

const NPM_RUNS = [
  ['Installing its dependencies', ['install']],
  ['Synthesising it', ['run', 'synth']],
  ['Testing it, which writes the snapshot', ['test']],
] as const;
