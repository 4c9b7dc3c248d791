/** Is what the user names a cdk8s project? Looks at names alone. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { namesBundle } from '../names-bundle';

/** What makes a folder a project. */
export const CONFIG_FILE = 'cdk8s.yaml';

/** A folder with a cdk8s.yaml, and without the marks of a bundle. */
export function namesProject(path: string): boolean {
  return path !== '-' && existsSync(join(path, CONFIG_FILE)) && statSync(path).isDirectory() && !namesBundle(path);
}
