/** The project in the working directory: the command that runs its app, and where what it synthesises goes. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BoxcutterError } from '../../errors';
import { findingOf } from '../../issue';
import { parseDocuments, yamlWording } from '../../yaml';

const CONFIG_FILE = 'cdk8s.yaml';

export interface ProjectApp {
  /** Command of a shell. */
  readonly app: string;
  /** Folder that cdk8s.yaml names for what is synthesised. @throws BoxcutterError `synth-config` (input) */
  readonly output: () => string | undefined;
}

/**
 * The command that runs the app of the project in this folder: what is given, else what cdk8s.yaml says.
 * @throws BoxcutterError category `input` when there is none, or when it cannot run here
 */
export function appOf(given: string | undefined, onNote: (note: string) => void): ProjectApp {
  const config = readConfig();
  const app = given ?? text(config, 'app');
  if (app === undefined) {
    throw new BoxcutterError(
      'synth-no-app', 'input',
      existsSync(CONFIG_FILE) ? `${CONFIG_FILE} names no app.` : `There is no ${CONFIG_FILE} here, so no project to synthesise.`,
      { hint: 'Go to the folder of the project, name the app with --app, or start a project: boxcutter init my-operator' },
    );
  }
  refuseForeignFormats(config, onNote);
  refuseUninstalled();
  return { app, output: () => text(config, 'output') };
}

/** A fresh clone: the app would fail with the words of whatever tool is missing first. */
function refuseUninstalled(): void {
  if (!existsSync('package.json') || isInstalled(process.cwd())) return;
  throw new BoxcutterError(
    'synth-not-installed', 'input',
    'The dependencies of this project are not installed.',
    { hint: 'Run: npm install' },
  );
}

/** In this folder or, as in workspaces, in one above. */
function isInstalled(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules'))) return true;
  const above = dirname(folder);
  return above !== folder && isInstalled(above);
}

function readConfig(): Readonly<Record<string, unknown>> {
  if (!existsSync(CONFIG_FILE)) return {};
  const { documents, issues } = parseDocuments(readFileSync(CONFIG_FILE, 'utf8'), CONFIG_FILE);
  const [problem] = issues.map((issue) => findingOf(issue, yamlWording));
  if (problem !== undefined) throw new BoxcutterError('synth-config', 'input', `${problem.origin ?? CONFIG_FILE}: ${problem.message}.`);
  const value = documents[0]?.value;
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function text(config: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = config[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw new BoxcutterError('synth-config', 'input', `${CONFIG_FILE}: ${key} is not a text.`);
}

function refuseForeignFormats(config: Readonly<Record<string, unknown>>, onNote: (note: string) => void): void {
  const format = (config['synthConfig'] as { format?: unknown } | undefined)?.format;
  if (format !== undefined && format !== 'plain') {
    throw new BoxcutterError(
      'synth-config', 'input',
      `${CONFIG_FILE}: the format ${String(format)} has no place for revisions.`,
      { hint: 'Remove synthConfig, or use cdk8s synth.' },
    );
  }
  if (config['validations'] === undefined) return;
  onNote(`The validations in ${CONFIG_FILE} are those of cdk8s: cdk8s synth carries them out, this command does not.`);
}
