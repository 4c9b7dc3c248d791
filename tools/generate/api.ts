import * as fs from 'node:fs';
import * as path from 'node:path';
import { CLUSTER_API_DEFINITIONS, clusterApiCrds, crds, KIND_DEFINITIONS, RUKPAK_DEFINITIONS, rukpakCrds } from '../../lib/kinds';
import { crdFiles } from './api/crd-yaml';
import { referenceFiles } from './api/reference';
import { typeFiles } from './api/types';
import { EDITOR_FOLDER, editorFiles } from './editor';

/*
 * Generates TypeScript types, CRD files, reference pages and JSON Schemas for editors from the definitions of our API. With `--check`
 * nothing is written: the names of files that are out of date are printed, and the exit code is 1 when there are any.
 */
const ROOT = path.resolve(__dirname, '..', '..');
/** Folders that hold nothing but what is generated here. */
const FOLDERS = ['imports/api', 'imports/crds', 'docs/api', EDITOR_FOLDER];

const ALL = [...KIND_DEFINITIONS, ...CLUSTER_API_DEFINITIONS, ...RUKPAK_DEFINITIONS];

/** Content by path in the repository. Same definitions, same bytes. */
async function apiFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...(await typeFiles(ALL)),
    ...crdFiles([...crds(), ...clusterApiCrds(), ...rukpakCrds()]),
    ...referenceFiles(ALL),
    ...editorFiles(KIND_DEFINITIONS),
  ]);
}

function present(): string[] {
  const names = (folder: string): string[] => (fs.existsSync(path.join(ROOT, folder)) ? fs.readdirSync(path.join(ROOT, folder)) : []);
  return FOLDERS.flatMap((folder) => names(folder).map((name) => `${folder}/${name}`));
}

function outOfDate(files: ReadonlyMap<string, string>): string[] {
  const differs = (name: string): boolean => {
    const file = path.join(ROOT, name);
    return !fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== files.get(name);
  };
  return [...new Set([...files.keys(), ...present()])].filter(differs).sort();
}

function write(files: ReadonlyMap<string, string>): void {
  for (const name of outOfDate(files)) {
    const file = path.join(ROOT, name);
    const content = files.get(name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (content === undefined) fs.rmSync(file);
    else fs.writeFileSync(file, content);
    console.log(`${content === undefined ? 'removed' : 'wrote'} ${name}`);
  }
}

async function main(check: boolean): Promise<void> {
  const files = await apiFiles();
  if (!check) {
    write(files);
    return;
  }
  const stale = outOfDate(files);
  if (stale.length === 0) return;
  console.error(`These files are not what lib/kinds gives; run \`npm run generate\`:\n${stale.map((name) => `  ${name}`).join('\n')}`);
  process.exitCode = 1;
}

main(process.argv.includes('--check')).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
