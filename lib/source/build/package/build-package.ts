/** From a project to the files of its package that travels: the app is run, says what its package is, and the code is bundled. */
import { basename, relative, resolve } from 'node:path';
import { noted } from '../../../config';
import { BoxcutterError } from '../../../errors';
import type { BundleFiles } from '../../../formats';
import type { Traveller } from '../../../formats/package-v1/traveller';
import type { BuildChoices } from '../../choices';
import { refuseMeaninglessBuild } from '../../meaning';
import { refuseWrongOptions } from '../../option-values';
import { withApp } from '../../project/app';
import { namesProject } from '../../project/names-project';
import { needsProject } from '../export';
import { noteWhatStays } from './beside';
import { filesOf } from './files';
import { libraryOf } from './library';
import { prove } from './proof';
import { scriptOf } from './script';

type OnNote = (note: string) => void;

/**
 * @param path folder of the project
 * @param app command that runs it; otherwise what cdk8s.yaml says
 * @returns the files, or the exit code of an app that failed
 * @throws BoxcutterError category input: as `synth` does, `usage-build`, `project-no-package`, `project-several-packages`,
 *   `build-no-bundler`, `build-no-library`, `build-package`
 */
export async function readPackage(
  path: string, app: string | undefined, choices: BuildChoices, onNote: OnNote,
): Promise<BundleFiles | number> {
  refuseWrongOptions(choices);
  if (app === undefined && !namesProject(path)) throw needsProject(path);
  refuseMeaninglessBuild(path, choices, 'project');
  return withApp(path, undefined, onNote, async ({ output, exchanged, exit }) => {
    if (exit !== 0) return exit;
    const traveller = chosen(path, noted(exchanged, 'travellers') as readonly Traveller[], choices.name);
    const folder = resolve(path);
    const script = await scriptOf(folder, libraryOf(path), traveller, moduleOf(traveller, folder));
    const files = filesOf(traveller, script);
    const [first] = prove(files, traveller);
    if (first !== undefined) await noteWhatStays(output, first, traveller, onNote);
    return files;
  }, { asksTravellers: true, command: app });
}

/** The only one, or that of an extension. */
function chosen(path: string, travellers: readonly Traveller[], name: string | undefined): Traveller {
  const fitting = travellers.filter(({ extension }) => name === undefined || extension === name);
  const [first, second] = fitting;
  const names = travellers.map(({ extension }) => extension).join(', ');
  if (first === undefined) {
    const which = name === undefined ? 'no package' : `no package of extension "${name}"`;
    throw new BoxcutterError('project-no-package', 'input', `The app of ${path} makes a revision of ${which}.`, {
      hint: names === '' ? 'Only a Package can travel: extend the class Package, and call its revision() in the app.' : `It has: ${names}.`,
    });
  }
  if (second === undefined) return first;
  throw new BoxcutterError('project-several-packages', 'input', `The app of ${path} has several packages: ${names}.`, {
    hint: 'Choose one with --name.',
  });
}

/** Everything that the module of the app does at its start would travel, too: what it is configured with, and the other packages. */
function moduleOf({ className, file, isMain }: Traveller, folder: string): string {
  if (file === undefined) {
    throw new BoxcutterError('build-package', 'input', `Node.js does not say which file declares the class ${className}.`, {
      hint: 'Declare it in a file of its own, and export it.',
    });
  }
  if (!isMain) return file;
  const name = relative(folder, file) === '' ? basename(file) : relative(folder, file);
  const message = `The class ${className} is declared in ${name}, which is the app itself and does not travel.`;
  throw new BoxcutterError('build-package', 'input', message, {
    hint: 'Move the class into a file of its own, and export it.',
  });
}
