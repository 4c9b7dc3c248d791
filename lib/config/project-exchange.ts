/**
 * Between the command and the packages of a project that it synthesises: a folder that only this user can read, named by an environment
 * variable. The command puts in what is configured for a package, and the packages write down that they are there. So no value is on a
 * command line or in the environment of a process.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../api';

/** Path of the folder. */
const PROJECT_VARIABLE = 'BOXCUTTER_PROJECT';

const GIVEN = 'given.json';
const PACKAGES = 'packages.jsonl';

/** What the command configures. */
interface Given {
  /** Extension whose package it is for. Without one, it is for the only package of the project. */
  readonly extension?: string | undefined;
  readonly config: JsonObject;
}

/** A package that a project has made a revision of. */
export interface DeclaredPackage {
  readonly extension: string;
  readonly packageName: string;
  readonly version: string;
  /** JSON Schema of its configuration; absent where there is none of it. */
  readonly schema?: unknown;
  /** What its configuration is without the command. */
  readonly config?: unknown;
}

/** Adds to the environment of an app. */
export function exchangeThrough(folder: string, given: Given | undefined): Readonly<Record<string, string>> {
  if (given !== undefined) writeFileSync(join(folder, GIVEN), JSON.stringify(given), { mode: 0o600 });
  return { [PROJECT_VARIABLE]: folder };
}

/** What the app is asked for beside its output, and answers line by line. */
type Question = 'travellers';

function fileFor(folder: string, question: Question): string {
  return join(folder, `${question}.jsonl`);
}

/** Asks the app that is about to run. */
export function ask(folder: string, question: Question): void {
  writeFileSync(fileFor(folder, question), '', { mode: 0o600 });
}

/** Within the app: whether it is asked. */
export function isAsked(question: Question): boolean {
  const folder = process.env[PROJECT_VARIABLE];
  return folder !== undefined && existsSync(fileFor(folder, question));
}

/** Within the app that is asked: an answer, which JSON can say. */
export function noteDown(question: Question, answer: object): void {
  appendFileSync(fileFor(process.env[PROJECT_VARIABLE] ?? '', question), `${JSON.stringify(answer)}\n`);
}

/** What the app answered, in its order. */
export function noted(folder: string, question: Question): readonly unknown[] {
  return linesOf(fileFor(folder, question));
}

function linesOf(file: string): readonly unknown[] {
  return readFileSync(file, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as unknown);
}

/** The packages that were declared, in their order; also of an app that failed after that. */
export function declaredPackages(folder: string): readonly DeclaredPackage[] {
  const file = join(folder, PACKAGES);
  if (!existsSync(file)) return [];
  return linesOf(file) as readonly DeclaredPackage[];
}

/**
 * Within the app: says that there is a package, and gives what the command configures for it.
 * @returns undefined where the command configures nothing, and outside of it
 */
export function exchange(declared: DeclaredPackage): JsonObject | undefined {
  const folder = process.env[PROJECT_VARIABLE];
  if (folder === undefined || !existsSync(folder)) return undefined;
  appendFileSync(join(folder, PACKAGES), `${JSON.stringify(declared)}\n`, { mode: 0o600 });
  const file = join(folder, GIVEN);
  if (!existsSync(file)) return undefined;
  const { extension, config } = JSON.parse(readFileSync(file, 'utf8')) as Given;
  return extension === undefined || extension === declared.extension ? config : undefined;
}
