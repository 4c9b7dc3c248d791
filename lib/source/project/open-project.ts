/** A project as a source: its app is run with what the user configures for its packages. */
import { existsSync } from 'node:fs';
import { declaredPackages } from '../../config';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import type { Choices } from '../choices';
import { configSourcesOf, readConfigValues } from '../configuration/values';
import { appFailed, choosePackage, withApp } from './app';

type OnNote = (note: string) => void;

/**
 * Runs the app of a project with the configuration that is chosen, and hands what it wrote to `read`, as long as it is there.
 * @throws BoxcutterError category input: as `synth` does, `app-failed`, what reading the configuration says, `project-no-package`,
 *   `project-several-packages`
 */
export async function withSynthesised<T>(
  path: string, choices: Choices, onNote: OnNote, read: (folder: string) => Promise<T>,
): Promise<T> {
  const { values: config } = await readConfigValues(configSourcesOf(choices), onNote);
  const given = config === undefined ? undefined : { config, ...defined({ extension: choices.name }) };
  return withApp(path, given, onNote, async ({ output, exchanged, exit }) => {
    if (exit !== 0) throw appFailed(path, exit);
    if (given !== undefined) choosePackage(path, declaredPackages(exchanged), choices.name);
    if (!existsSync(output)) throw nothingWritten(path);
    return read(output);
  });
}

function nothingWritten(path: string): BoxcutterError {
  return new BoxcutterError('synth-no-output', 'input', `The app of the project ${path} ended well, but wrote nothing.`, {
    hint: 'Does it end with app.synth(), and is the App created without an outdir of its own?',
  });
}
