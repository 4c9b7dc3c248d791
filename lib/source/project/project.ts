/** The project in the working directory: the command that runs its app, and where what it synthesises goes. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { BoxcutterError } from '../../errors';
import { findingOf } from '../../issue';
import { parseDocuments, yamlWording } from '../../yaml';
import { CONFIG_FILE } from './names-project';

export interface ProjectApp {
  /** Command of a shell. */
  readonly app: string;
  /** Folder that cdk8s.yaml names for what is synthesised. @throws BoxcutterError `synth-config` (input) */
  readonly output: () => string | undefined;
}

export interface AppOptions {
  /** @default that of this process */
  readonly folder?: string;
  /** What to do without an app. */
  readonly hint?: string;
}

const IN_ITS_FILE = `Name the command that runs the app in ${CONFIG_FILE}, like: app: npx tsx main.ts`;

/**
 * The command that runs the app of the project in a folder, that of this process without one: what is given, else what cdk8s.yaml says.
 * @throws BoxcutterError category `input` when there is none, or when it cannot run here
 */
export function appOf(
  given: string | undefined, onNote: (note: string) => void, { folder = '.', hint = IN_ITS_FILE }: AppOptions = {},
): ProjectApp {
  const config = readConfig(folder);
  const app = given ?? text(config, 'app');
  if (app === undefined) {
    throw new BoxcutterError(
      'synth-no-app', 'input',
      existsSync(join(folder, CONFIG_FILE))
        ? `${CONFIG_FILE} names no app.`
        : `There is no ${CONFIG_FILE} here, so there is no project to synthesise.`,
      { hint },
    );
  }
  refuseForeignFormats(config, onNote);
  refuseUninstalled(folder);
  return { app, output: () => text(config, 'output') };
}

/** A fresh clone: the app would fail with the words of whatever tool is missing first. */
function refuseUninstalled(folder: string): void {
  if (!existsSync(join(folder, 'package.json')) || isInstalled(resolve(folder))) return;
  throw new BoxcutterError(
    'synth-not-installed', 'input',
    'The dependencies of this project are not installed.',
    { hint: folder === '.' ? 'Run: npm install' : `Run: npm install, in ${folder}` },
  );
}

/** In this folder or, as in workspaces, in one above. */
function isInstalled(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules'))) return true;
  const above = dirname(folder);
  return above !== folder && isInstalled(above);
}

function readConfig(folder: string): Readonly<Record<string, unknown>> {
  const file = join(folder, CONFIG_FILE);
  if (!existsSync(file)) return {};
  const { documents, issues } = parseDocuments(readFileSync(file, 'utf8'), CONFIG_FILE);
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
      `${CONFIG_FILE}: the format ${String(format)} cannot hold revisions.`,
      { hint: 'Remove synthConfig, or use cdk8s synth.' },
    );
  }
  if (config['validations'] === undefined) return;
  onNote(`The validations in ${CONFIG_FILE} are those of cdk8s: cdk8s synth runs them, but this command does not.`);
}
