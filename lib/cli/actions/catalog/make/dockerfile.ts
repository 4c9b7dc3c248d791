import { defined } from '../../../../defined';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { catalogDockerfile as textOf } from '../../../../catalog';
import { BoxcutterError } from '../../../../errors';
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
    throw new BoxcutterError('dockerfile-taken', 'input', `${file} is there already; nothing was written.`, { hint: 'Remove it first.' });
  }
  const labels = labelsIn(label);
  writeWhole(file, textOf({ folder: basename(folder), baseImage, ...defined({ builderImage }), labels }));
  printLines([`Wrote ${file}`, `podman build -f ${file} -t registry.example/${basename(folder)}:v1 ${dirname(file)}`]);
  return Promise.resolve(0);
}
