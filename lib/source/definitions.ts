/** CustomResourceDefinitions of whatever the user names: plain objects, a revision, a bundle. */
import { existsSync } from 'node:fs';
import { isReadableDefinition, type KubeObject, type RevisionManifest } from '../api';
import { BoxcutterError } from '../errors';
import { loadManifests } from '../formats/detect/load-manifests';
import { resolveRevision } from '../revision';
import { namesBundle } from './names-bundle';
import { openBundle } from './open-bundle';
import { refuseIssues } from './refuse-issues';
import { isRollout } from './revision/choose';
import { readStdin } from './standard-input';

export interface DefinitionsOptions {
  readonly hint: string;
}

/**
 * Definitions by name. Those of apiextensions.k8s.io/v1beta1, which no server takes any more, are passed over.
 * @param options.hint what to name instead of a path that is not there
 * @throws BoxcutterError `crd-duplicate` (input) when one is there twice, and what reading says
 */
export async function readDefinitions(
  path: string,
  onNote: (note: string) => void,
  options: DefinitionsOptions,
): Promise<ReadonlyMap<string, KubeObject>> {
  const definitions = new Map<string, KubeObject>();
  for (const object of (await objectsOf(path, onNote, options)).filter(isReadableDefinition)) {
    const name = object.metadata.name ?? '';
    if (definitions.has(name)) {
      throw new BoxcutterError(
        'crd-duplicate', 'input',
        `${path} holds CustomResourceDefinition ${name} twice.`,
        { hint: 'Remove one of them.' },
      );
    }
    definitions.set(name, object);
  }
  return definitions;
}

async function objectsOf(path: string, onNote: (note: string) => void, { hint }: DefinitionsOptions): Promise<readonly KubeObject[]> {
  if (namesBundle(path)) {
    const { bundle } = await openBundle(path, { onNote });
    return [...bundle.crds, ...bundle.others].map(({ manifest }) => manifest as unknown as KubeObject);
  }
  if (path !== '-' && !existsSync(path)) {
    throw new BoxcutterError('manifests-not-found', 'input', `There is no file or folder ${path}.`, { hint });
  }
  const { objects, issues, notes } = loadManifests(path, path === '-' ? { stdin: await readStdin('objects') } : {});
  notes.forEach(onNote);
  refuseIssues(issues, onNote);
  const manifests = objects.map(({ manifest }) => manifest as unknown as KubeObject);
  const secrets = manifests.filter(({ kind }) => kind === 'Secret');
  const inRevisions = objects
    .filter(({ manifest }) => isRollout(manifest))
    .flatMap(({ manifest }) => resolveRevision(manifest as unknown as RevisionManifest, secrets).phases)
    .flatMap((phase) => phase.objects.map(({ object }) => object));
  return [...manifests, ...inRevisions];
}
