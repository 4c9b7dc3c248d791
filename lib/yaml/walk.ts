/** Which files of a folder hold manifests. */
import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { BoxcutterError, messageOf } from '../errors';
import type { Issue } from '../issue';
import { yamlIssue } from './issues';
import type { Foreign } from './skip';

const extensions = new Set(['.yaml', '.yml', '.json']);

/**
 * Manifest files below a folder in the order of their paths. Hidden entries are passed over (folders mounted from a ConfigMap hold hidden
 * copies), and so is `node_modules`. A link that leaves the folder is an issue; one to another folder inside is left out with a note.
 */
export function listManifestFiles(
  folder: string, result: { readonly notes: string[]; readonly issues: Issue[] }, foreign: Foreign | undefined,
): string[] {
  const refusal = foreign?.whyNoFolder(folder);
  if (refusal !== undefined) throw refusal;
  if (existsSync(join(folder, 'cdk8s.yaml'))) {
    throw new BoxcutterError('manifests-are-a-project', 'input', `${folder} is a cdk8s project, not a folder of manifests.`, {
      hint: 'Synthesise it with boxcutter synth, and name its output directory (usually dist).',
    });
  }
  const root = realpathSync(folder);
  const files: string[] = [];
  const pending = [folder];
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    for (const entry of entriesOf(directory)) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = join(directory, entry.name);
      if (entry.isSymbolicLink()) {
        if (isLinkToFile(path, root, result) && extensions.has(extname(entry.name))) files.push(path);
      } else if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile() && extensions.has(extname(entry.name))) files.push(path);
    }
  }
  if (files.length === 0 && result.issues.length === 0) {
    throw new BoxcutterError(
      'manifests-empty', 'input',
      `The folder ${folder} holds no .yaml, .yml or .json file.`,
      { hint: 'Check the path.' },
    );
  }
  return files.sort((a, b) => (a < b ? -1 : 1));
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    throw new BoxcutterError(
      'manifests-unreadable', 'input',
      `The folder ${directory} cannot be read: ${messageOf(error)}.`,
      { cause: error },
    );
  }
}

function isLinkToFile(path: string, root: string, result: { readonly notes: string[]; readonly issues: Issue[] }): boolean {
  let target: string;
  try {
    target = realpathSync(path);
  } catch {
    result.issues.push(yamlIssue('broken-link', { leads: 'nowhere' }, { origin: { source: path } }));
    return false;
  }
  if (target !== root && !target.startsWith(root + sep)) {
    result.issues.push(yamlIssue('link-outside', { within: 'folder' }, { origin: { source: path } }));
    return false;
  }
  if (statSync(target).isFile()) return true;
  result.notes.push(`${path} is left out: it is a link to another folder.`);
  return false;
}
