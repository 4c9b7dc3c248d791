import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const NAME = 'cdk8s-boxcutter';

/** What of our package.json the command uses at run time. */
export interface OwnPackage {
  readonly name: string;
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Our package.json. */
export function ownPackage(): OwnPackage {
  return { devDependencies: {}, version: '0.0.0', ...readJson(join(ownFolder(), 'package.json')), name: NAME };
}

/**
 * The tarball that this package was installed from, as long as it is there: what a project is to have, too, as no registry may know it.
 * npm writes it down beside what it installs, also where `npx` does.
 *
 * @param folder where this package lies
 */
export function ownTarball(folder = ownFolder()): string | undefined {
  const modules = dirname(folder);
  const { packages } = readJson(join(modules, '.package-lock.json')) as { packages?: Record<string, { resolved?: unknown } | undefined> };
  const resolved = packages?.[`node_modules/${NAME}`]?.resolved;
  if (typeof resolved !== 'string' || !resolved.startsWith('file:')) return undefined;
  const tarball = resolve(dirname(modules), decodeURI(resolved.slice('file:'.length)));
  return existsSync(tarball) ? tarball : undefined;
}

/** It lies somewhere above this file: source, compiled and bundled code are at different depths. */
function ownFolder(): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    if (readJson(join(folder, 'package.json'))['name'] === NAME) return folder;
    if (dirname(folder) === folder) throw new Error('package.json of cdk8s-boxcutter is missing: the installation is damaged.');
  }
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
