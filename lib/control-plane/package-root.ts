import * as fs from 'node:fs';
import * as path from 'node:path';
import { BoxcutterError } from '../errors';

/**
 * The folder `tools/control-plane` of this package: pinned Go modules, KWOK stages, audit policy. It ships with the
 * package, and is looked up from here to the package's own package.json, because compiled and bundled code lie at other depths.
 */
export function toolsFolder(from: string = __dirname): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (isOurPackage(path.join(folder, 'package.json'))) return path.join(folder, 'tools', 'control-plane');
    if (path.dirname(folder) === folder) {
      throw new BoxcutterError('package-root-not-found', 'server', `No package.json of cdk8s-boxcutter was found above ${from}.`, {
        hint: 'Install the whole package: its folder tools/control-plane is needed to start a control plane.',
      });
    }
  }
}

function isOurPackage(file: string): boolean {
  try {
    return (JSON.parse(fs.readFileSync(file, 'utf8')) as { name?: unknown }).name === 'cdk8s-boxcutter';
  } catch {
    return false;
  }
}
