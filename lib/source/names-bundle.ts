/** Is what the user names a bundle, or plain objects? Looks at names alone, so that nothing is loaded for plain objects. */
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '../formats/files/limits';

/** A registry is told by its dot, its port or `localhost`, as everywhere. */
const IMAGE = /^(?:oci:\/\/|(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[0-9a-f:]+\]|[\w.-]+(?=:\d))(?::\d+)?\/.+)/i;

/** Beside `manifests/`, one of them makes a bundle. Properties do where they name the package: other tools have files of this name, too. */
const SCHEMA_FILES = ['json', 'yaml'].map((ending) => `metadata/config-schema.${ending}`);
const PROPERTIES_FILES = ['yaml', 'yml', 'json'].map((ending) => `metadata/properties.${ending}`);

/**
 * An image reference, an archive, an image layout, a chart, or a folder with the metadata of a bundle or a ClusterServiceVersion in
 * `manifests/`.
 */
export function namesBundle(path: string): boolean {
  if (path === '-') return false;
  if (!existsSync(path)) return IMAGE.test(path) || existsSync(withoutImage(path));
  if (!statSync(path).isDirectory()) return /\.(?:tgz|tar|tar\.gz)$/i.test(path);
  const has = (file: string): boolean => existsSync(join(path, file));
  if (['metadata/annotations.yaml', 'Chart.yaml', 'oci-layout'].some(has)) return true;
  return has('manifests')
    && (SCHEMA_FILES.some(has) || PROPERTIES_FILES.some((file) => has(file) && namesPackage(join(path, file))) || holdsServiceVersion(join(path, 'manifests')));
}

/** Looks at the text alone: reading the bundle says what is wrong with it. */
function namesPackage(file: string): boolean {
  return /\btype["']?:\s*["']?olm\.package\b/.test(beginningOf(file));
}

/** A layout or a saved image may have the name of one of its images behind it. */
function withoutImage(path: string): string {
  return path.replace(/(?:@sha\d+:[0-9a-f]+|:[^:/\\]+(?:[:/][^\\]*)?)$/, '');
}

function holdsServiceVersion(folder: string): boolean {
  try {
    return readdirSync(folder)
      .some((file) => /\.(?:ya?ml|json)$/.test(file) && /^["']?kind["']?:\s*["']?ClusterServiceVersion\b/m.test(beginningOf(join(folder, file))));
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
