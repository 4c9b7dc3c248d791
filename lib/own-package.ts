/** What the package.json of this package says. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface OwnPackage {
  /** Folder of the package; that of this file where none is found. */
  readonly folder: string;
  readonly version?: string;
  /** Address of its pages. */
  readonly homepage?: string;
  readonly repository?: string | { readonly url?: string };
}

let cached: OwnPackage | undefined;

/** Found above the compiled file; read once. */
export function ownPackage(): OwnPackage {
  if (cached !== undefined) return cached;
  for (let folder = __dirname; ; folder = dirname(folder)) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Omit<OwnPackage, 'folder'> & { name?: string };
      if (manifest.name === 'cdk8s-boxcutter') return (cached = { ...manifest, folder });
    } catch {
      // No package.json here: look one folder up.
    }
    if (dirname(folder) === folder) return (cached = { folder: __dirname });
  }
}
