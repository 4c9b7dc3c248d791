import { defined } from '../../../../defined';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { catalogDockerfile as textOf } from '../../../../catalog';
import { BoxcutterError } from '../../../../errors';
import { shellWord } from '../../../../shell-word';
import { writeWhole } from '../../../../write-whole';
import type { CatalogDockerfileArgs } from '../../../commands/catalog/make/dockerfile';
import { printLines } from '../../../output/terminal/sink';
import { labelsIn } from './labels';

/** Beside the folder, as opm does. */
export function catalogDockerfile({ directory, baseImage, builderImage, label }: CatalogDockerfileArgs): Promise<number> {
  if (!existsSync(directory) || !statSync(directory).isDirectory()) {
    throw new BoxcutterError('catalog-not-found', 'input', `${directory} is not a directory.`, { hint: 'Name the folder of the catalog.' });
  }
  const folder = resolve(directory);
  const file = join(dirname(directory.replace(/[/\\]+$/, '')), `${basename(folder)}.Dockerfile`);
  if (existsSync(file)) {
    throw new BoxcutterError('dockerfile-taken', 'input', `${file} exists already; nothing was written.`, { hint: 'Remove it first.' });
  }
  const labels = labelsIn(label);
  writeWhole(file, textOf({ folder: basename(folder), baseImage, ...defined({ builderImage }), labels }));
  const build = `podman build -f ${shellWord(file)} -t registry.example/${imageName(folder)}:v1 ${shellWord(dirname(file))}`;
  printLines([`Wrote ${file}`, build]);
  return Promise.resolve(0);
}

/** A proposal: names of repositories have no upper case, and few characters else. */
function imageName(folder: string): string {
  return basename(folder).toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'catalog';
}
