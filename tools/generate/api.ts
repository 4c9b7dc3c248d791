import * as fs from 'node:fs';
import * as path from 'node:path';
import { crds, KIND_DEFINITIONS } from '../../lib/api/crds';
import { crdFiles } from './api/crd-yaml';
import { referenceFiles } from './api/reference';
import { typeFiles } from './api/types';

/** Folders that hold nothing but what apiFiles() gives. */
export const API_FOLDERS: readonly string[] = ['imports/api', 'imports/crds', 'docs/api'];

/** Everything that is generated from the definitions of our API: content by path in the repository. Same definitions, same bytes. */
export async function apiFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await typeFiles(KIND_DEFINITIONS)), ...crdFiles(crds()), ...referenceFiles(KIND_DEFINITIONS)]);
}

async function main(): Promise<void> {
  const root = path.resolve(__dirname, '..', '..');
  const files = await apiFiles();
  for (const folder of API_FOLDERS) fs.rmSync(path.join(root, folder), { recursive: true, force: true });
  for (const [name, content] of files) {
    const file = path.join(root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
  console.log(`API: wrote ${files.size} files into ${API_FOLDERS.join(', ')}.`);
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
