/** The objects in `manifests/`: a flat folder in which every file holds YAML or JSON, with any number of documents, Lists included. */
import { isDefinition } from '../../api';
import type { Issue } from '../../issue';
import { objectsOfText } from '../../yaml';
import type { BundleFiles, BundleObject } from '../bundle';
import { LIMITS } from './limits';
import { MANIFESTS_FOLDER, manifestPaths } from './manifest-paths';
import { addAll } from '../report';
import { textOf } from './text';
import { fileIssue } from './wording';

/** All objects, in the order of their files; what cannot be read is a issue that names file and line. */
export function readManifests(files: BundleFiles, issues: Issue[]): BundleObject[] {
  const objects: BundleObject[] = [];
  const refused = new Set<string>();
  let bytes = 0;
  for (const path of manifestPaths(files)) {
    const slash = path.indexOf('/', MANIFESTS_FOLDER.length);
    if (slash >= 0) {
      refused.add(path.slice(0, slash));
      continue;
    }
    const content = files.read(path);
    if (content === undefined) continue;
    bytes += content.length;
    if (bytes > LIMITS.manifests) {
      const tooMuch = { what: 'manifests', limit: LIMITS.manifests, unit: 'bytes' } as const;
      issues.push(fileIssue('bundle-too-large', tooMuch, { origin: MANIFESTS_FOLDER }));
      return objects;
    }
    const text = textOf(content, path, LIMITS.manifest, issues);
    if (text === undefined) continue;
    const read = objectsOfText(text, path);
    addAll(issues, read.issues);
    addAll(objects, read.objects);
  }
  for (const folder of refused) issues.push(fileIssue('bundle-subdirectory', { folder }, { origin: folder }));
  return objects;
}

/** CustomResourceDefinitions, whatever version of the API they are written in. */
export function holdsDefinition({ manifest }: BundleObject): boolean {
  return isDefinition(manifest);
}
