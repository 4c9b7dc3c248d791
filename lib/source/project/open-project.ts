/** A project as a source: its app is run with what the user configures for its packages. */
import { existsSync } from 'node:fs';
import type { JsonObject } from '../../api';
import { type DeclaredPackage, declaredPackages } from '../../config';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import type { Choices } from '../choices';
import { configuredBefore, leftOut, refuseBoth, reusedOfRelease } from '../configuration/before';
import type { GivenValues } from '../configuration/layers';
import { configSourcesOf, isConfigured, readConfigValues } from '../configuration/values';
import type { Surroundings } from '../surroundings';
import { appFailed, choosePackage, packagesOf, withApp } from './app';
import { checkedConfig, type PackageConfig, secretsOf } from './package-config';
import { recordedOf } from './recorded';

/** What the app of a project wrote. */
export interface Synthesised {
  readonly folder: string;
  /** What a package is configured with, by its extension; undefined: there is no package of this extension. */
  readonly configOf: (extension: string) => PackageConfig | undefined;
}

/**
 * Runs the app of a project with the configuration that is chosen, and hands what it wrote to `read`, as long as it is there.
 * @throws BoxcutterError category input: as `synth` does, `app-failed`, what reading the configuration says, `input-invalid` for one that
 *   does not fit, `config-not-given`, `config-unknown`, `project-no-package`, `project-several-packages`
 */
export async function withSynthesised<T>(
  path: string, choices: Choices, surroundings: Surroundings, read: (synthesised: Synthesised) => Promise<T>,
): Promise<T> {
  refuseBoth(choices);
  const project: Project<T> = { path, choices, surroundings, read };
  const sources = configSourcesOf(choices);
  if (choices.reuseConfig !== true) return synthesise(project, await readConfigValues(sources, surroundings.onNote), {});
  // What is on record is that of an extension, and which ones there are, the app says.
  const { extension, packageName } = choosePackage(path, await packagesOf(path, surroundings.onNote), choices.name);
  const recorded = await recordedOf({ extension, packageName }, surroundings);
  const over = configuredBefore(extension, recorded, isConfigured(sources), choices);
  const note = reusedOfRelease(extension, recorded, choices);
  if (note !== undefined) surroundings.onNote(note);
  const given = await readConfigValues({ ...sources, over }, surroundings.onNote);
  return synthesise(project, given, defined({ untrusted: recorded?.untrusted }));
}

interface Project<T> {
  readonly path: string;
  readonly choices: Choices;
  readonly surroundings: Surroundings;
  readonly read: (synthesised: Synthesised) => Promise<T>;
}

/**
 * The app checks what it is given. Where it fails, the values of `--set` may only have another type than the schema wants: then it is run
 * once more; and what is wrong with the configuration is said with the options that it came from.
 */
async function synthesise<T>(
  project: Project<T>, given: GivenValues, trust: Pick<PackageConfig, 'untrusted'>, again = true,
): Promise<T> {
  const { path, choices, surroundings } = project;
  let packages: readonly DeclaredPackage[] = [];
  try {
    return await runWith(project, given.values, trust, (found) => (packages = found));
  } catch (error) {
    if (!again || packages.length === 0 || !(error instanceof BoxcutterError)) throw error;
    const checked = packages.flatMap((declared) => {
      const isMeant = choices.name === undefined || declared.extension === choices.name;
      return isMeant ? [checkedConfig(declared, given, path, surroundings)] : [];
    });
    const [values] = checked;
    if (given.values === undefined || values === undefined || JSON.stringify(values) === JSON.stringify(given.values)) throw error;
    return synthesise(project, { ...given, values }, trust, false);
  }
}

async function runWith<T>(
  { path, choices, surroundings, read }: Project<T>, values: JsonObject | undefined, trust: Pick<PackageConfig, 'untrusted'>,
  onPackages: (packages: readonly DeclaredPackage[]) => void,
): Promise<T> {
  const given = values === undefined ? undefined : { config: values, ...defined({ extension: choices.name }) };
  const ended = await withApp(path, given, surroundings.onNote, async ({ output, exchanged, exit }) => {
    const packages = declaredPackages(exchanged);
    if (exit !== 0) throw appFailed(path, exit);
    const chosen = given === undefined ? undefined : choosePackage(path, packages, choices.name);
    if (!existsSync(output)) throw nothingWritten(path);
    const meant = packages.filter(({ extension }) => choices.name === undefined || extension === choices.name);
    for (const one of meant) await heedRecord(one, one === chosen ? values : undefined, choices, surroundings);
    const configOf = (extension: string): PackageConfig | undefined => {
      const declared = packages.find((one) => one.extension === extension);
      if (declared === undefined) return undefined;
      const config = declared === chosen && values !== undefined ? values : {};
      return { config, ...defined({ configSecrets: secretsOf(declared, config) }), ...(declared === chosen ? trust : {}) };
    };
    return { result: await read({ folder: output, configOf }) };
  }, { onFailed: onPackages });
  return ended.result;
}

/**
 * What was configured is not dropped without a word.
 * @throws BoxcutterError `config-not-given` (input)
 */
async function heedRecord(
  declared: DeclaredPackage, values: JsonObject | undefined, choices: Choices, surroundings: Surroundings,
): Promise<void> {
  const recorded = await recordedOf(declared, surroundings);
  if (choices.reuseConfig !== true) configuredBefore(declared.extension, recorded, values !== undefined, choices);
  const note = values === undefined ? undefined : leftOut(recorded, values, choices);
  if (note !== undefined) surroundings.onNote(note);
}

function nothingWritten(path: string): BoxcutterError {
  return new BoxcutterError('synth-no-output', 'input', `The app of the project ${path} ended without an error, but wrote nothing.`, {
    hint: 'Check that it ends with app.synth(), and that the App is created without an outdir.',
  });
}
