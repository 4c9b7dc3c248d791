import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What of our package.json the command uses at run time. */
export interface OwnPackage {
  readonly name: string;
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Our package.json, which lies somewhere above this file: source, compiled and bundled code are at different depths. */
export function ownPackage(): OwnPackage {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const manifest = readManifest(join(folder, 'package.json'));
    if (manifest?.name === 'cdk8s-boxcutter') return { devDependencies: {}, version: '0.0.0', ...manifest, name: manifest.name };
    if (dirname(folder) === folder) throw new Error('package.json of cdk8s-boxcutter is missing: the installation is damaged.');
  }
}

function readManifest(file: string): Partial<OwnPackage> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<OwnPackage>;
  } catch {
    return undefined;
  }
}
