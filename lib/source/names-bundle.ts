/** Is what the user names a bundle, or plain objects? Looks at names alone, so that nothing is loaded for plain objects. */
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '../formats/files/limits';
import { bundleNamed } from '../formats/project/named-bundle';

/** Beside `manifests/`, one of them makes a bundle. Properties do where they name the package: other tools have files of this name, too. */
const SCHEMA_FILES = ['json', 'yaml'].map((ending) => `metadata/config-schema.${ending}`);
const PROPERTIES_FILES = ['yaml', 'yml', 'json'].map((ending) => `metadata/properties.${ending}`);

const SERVICE_VERSION = /^["']?kind["']?:\s*["']?ClusterServiceVersion\b/m;

/**
 * An image reference, an archive, an image layout, a chart, or a folder with the metadata of a bundle or a ClusterServiceVersion in
 * `manifests/`.
 */
export function namesBundle(path: string): boolean {
  if (path === '-') return false;
  const named = bundleNamed(path);
  if (named.kind === 'reference' || named.kind === 'layout') return true;
  if (named.kind === 'unknown') return false;
  if (named.image !== undefined) return true;
  return named.kind === 'file' ? /\.(?:tgz|tar|tar\.gz)$/i.test(path) : bundleFolderKind(path) !== undefined;
}

export type BundleFolderKind = 'bundle' | 'Helm chart';

/** What a folder is by its files; undefined: neither. */
export function bundleFolderKind(folder: string): BundleFolderKind | undefined {
  const has = (file: string): boolean => existsSync(join(folder, file));
  if (has('metadata/annotations.yaml')) return 'bundle';
  if (has('Chart.yaml')) return 'Helm chart';
  return has('manifests') && describesManifests(folder, has) ? 'bundle' : undefined;
}

function describesManifests(folder: string, has: (file: string) => boolean): boolean {
  const namesItsPackage = PROPERTIES_FILES.some((file) => has(file) && namesPackage(join(folder, file)));
  return SCHEMA_FILES.some(has) || namesItsPackage || holdsServiceVersion(join(folder, 'manifests'));
}

/** Looks at the text alone: reading the bundle says what is wrong with it. */
function namesPackage(file: string): boolean {
  return /\btype["']?:\s*["']?olm\.package\b/.test(beginningOf(file));
}

function holdsServiceVersion(folder: string): boolean {
  try {
    return readdirSync(folder).some((file) => /\.(?:ya?ml|json)$/.test(file) && SERVICE_VERSION.test(beginningOf(join(folder, file))));
  } catch {
    return false;
  }
}

/**
 * As much of a file as a manifest may have. A link in a repository may lead to a device, which has no end, or to a pipe: they are empty.
 */
function beginningOf(path: string): string {
  const found = statSync(path);
  if (!found.isFile()) return '';
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(found.size, LIMITS.manifest));
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
