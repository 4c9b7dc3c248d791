/** Running the app of a project that is named, into a folder of its own, and the packages that it has. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../api';
import { ask, type DeclaredPackage, declaredPackages, exchangeThrough } from '../../config';
import { BoxcutterError } from '../../errors';
import { appOf } from './project';
import { runApp } from './run-app';

type OnNote = (note: string) => void;

/**
 * The packages that the app of a project makes revisions of. A configuration that is missing does not matter here.
 * @throws BoxcutterError as `synth` does, and `app-failed`
 */
export async function packagesOf(path: string, onNote: OnNote): Promise<readonly DeclaredPackage[]> {
  return withApp(path, undefined, onNote, async ({ exchanged, exit }) => {
    const packages = declaredPackages(exchanged);
    if (exit !== 0 && packages.length === 0) throw appFailed(path, exit);
    return Promise.resolve(packages);
  }, { mayBeInvalid: true });
}

export interface AppRun {
  /** What it wrote, if it wrote anything. */
  readonly output: string;
  readonly exchanged: string;
  readonly exit: number;
}

export interface AppChoices {
  /** An app that fails has nevertheless said what packages it has. @default false */
  readonly mayBeInvalid?: boolean;
  /** Told which packages an app has that then failed. */
  readonly onFailed?: ((packages: readonly DeclaredPackage[]) => void) | undefined;
  /** It says of its packages what they are made of. @default false */
  readonly asksTravellers?: boolean;
  /** That runs it. @default what cdk8s.yaml says */
  readonly command?: string | undefined;
}

/** Its folder is there as long as `use` takes. */
export async function withApp<T>(
  path: string,
  given: { readonly extension?: string; readonly config: JsonObject } | undefined,
  onNote: OnNote,
  use: (run: AppRun) => Promise<T>,
  { mayBeInvalid = false, onFailed, asksTravellers = false, command }: AppChoices = {},
): Promise<T> {
  const { app } = appOf(command, onNote, { folder: path });
  // Made for this user alone: it holds what is configured, and the Secrets of revisions.
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-project-'));
  const output = join(folder, 'dist');
  try {
    const environment = exchangeThrough(folder, given);
    if (asksTravellers) ask(folder, 'travellers');
    const exit = await runApp(app, output, { folder: path, environment }).catch((error: unknown) => {
      const packages = declaredPackages(folder);
      if (mayBeInvalid && packages.length > 0) return 1;
      onFailed?.(packages);
      throw error;
    });
    return await use({ output, exchanged: folder, exit });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function appFailed(path: string, exit: number): BoxcutterError {
  return new BoxcutterError('app-failed', 'input', `The app of the project ${path} ended with exit code ${exit}; nothing was written.`, {
    hint: 'Its output is above.',
  });
}

/**
 * The package that is configured: the only one, or that of an extension.
 * @throws BoxcutterError category input: `project-no-package`, `project-several-packages`
 */
export function choosePackage(path: string, packages: readonly DeclaredPackage[], name: string | undefined): DeclaredPackage {
  const names = packages.map(({ extension }) => extension);
  const [chosen, ...more] = name === undefined ? packages : packages.filter(({ extension }) => extension === name);
  if (chosen === undefined) {
    const which = name === undefined ? 'no package' : `no package of extension "${name}"`;
    throw new BoxcutterError('project-no-package', 'input', `The project ${path} has ${which} that could be configured.`, {
      hint: names.length === 0
        ? 'What is configured is a Package; configure anything else in the code.'
        : `It has: ${names.join(', ')}.`,
    });
  }
  if (more.length === 0) return chosen;
  throw new BoxcutterError(
    'project-several-packages', 'input',
    `The project ${path} has ${names.length} packages (${names.join(', ')}), so the command does not know which one is configured.`,
    { hint: 'Choose one with --name.' },
  );
}
