/** The objects in `manifests/`: a flat folder in which every file holds YAML or JSON, with any number of documents, Lists included. */
import { type Finding, findingOf } from '../../issue';
import { objectsOfText, yamlWording } from '../../yaml';
import type { BundleFiles, BundleObject } from '../bundle';
import { LIMITS } from './limits';
import { addAll } from '../report';
import { textOf } from './text';
import { fileFinding } from './wording';

const FOLDER = 'manifests/';

export function manifestPaths(files: BundleFiles): readonly string[] {
  return files.paths().filter((path) => path.startsWith(FOLDER));
}

/** All objects, in the order of their files; what cannot be read is a finding that names file and line. */
export function readManifests(files: BundleFiles, findings: Finding[]): BundleObject[] {
  const objects: BundleObject[] = [];
  const refused = new Set<string>();
  let bytes = 0;
  for (const path of manifestPaths(files)) {
    const slash = path.indexOf('/', FOLDER.length);
    if (slash >= 0) {
      refused.add(path.slice(0, slash));
      continue;
    }
    const content = files.read(path);
    if (content === undefined) continue;
    bytes += content.length;
    if (bytes > LIMITS.manifests) {
      findings.push(fileFinding('bundle-too-large', { what: 'manifests', limit: LIMITS.manifests, unit: 'bytes' }, { origin: FOLDER }));
      return objects;
    }
    const text = textOf(content, path, LIMITS.manifest, findings);
    if (text === undefined) continue;
    const read = objectsOfText(text, path);
    addAll(findings, read.issues.map((issue) => findingOf(issue, yamlWording)));
    addAll(objects, read.objects);
  }
  for (const folder of refused) findings.push(fileFinding('bundle-subdirectory', { folder }, { origin: folder }));
  return objects;
}

/** CustomResourceDefinitions, whatever version of the API they are written in. */
export function isDefinition({ manifest }: BundleObject): boolean {
  return manifest.kind === 'CustomResourceDefinition' && String(manifest.apiVersion).startsWith('apiextensions.k8s.io/');
}

export function isServiceVersion({ manifest }: BundleObject): boolean {
  return manifest.kind === 'ClusterServiceVersion';
}
