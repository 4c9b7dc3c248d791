/** Manifests that a user names, and which of the sources without a bundle they are. */
import { defined } from '../defined';
import { BoxcutterError } from '../errors';
import { loadManifests, type ManifestOptions } from '../formats/detect/load-manifests';
import type { LoadedObject } from '../yaml';
import { refuseBundlesBelow } from './bundles-below';
import { withItsChart } from './bundle/chart-of-template';
import { refuseIssues } from './refuse-issues';
import { chooseRevision, chooseRevisions, isRollout } from './revision/choose';
import type { ObjectsSource, RevisionSource } from './source';
import { readStdin } from './standard-input';
import type { Surroundings } from './surroundings';

export interface LoadChoices extends Pick<ManifestOptions, 'bundleDocuments'> {
  /** What it is called in messages, as the beginning of a sentence. @default the path */
  readonly what?: string;
}

/**
 * @param path file, folder, or `-`
 * @throws BoxcutterError category input: what reading says, with every finding; `manifests-hold-bundles`, `nothing-to-render`
 */
export async function loadObjects(
  path: string, surroundings: LoadSurroundings, choices: LoadChoices = {},
): Promise<readonly LoadedObject[]> {
  return objectsOf(path, surroundings, path === '-' ? { ...choices, stdin: await readStdin('objects') } : choices);
}

export type LoadSurroundings = Pick<Surroundings, 'onNote' | 'writes' | 'rollsOut'>;

/**
 * @param read.text what was read of the path already, which is then only its name
 * @throws BoxcutterError as {@link loadObjects}
 */
export function objectsOf(
  path: string,
  { onNote, writes, rollsOut }: LoadSurroundings,
  { what, bundleDocuments = false, stdin, text }: LoadChoices & { readonly stdin?: string; readonly text?: string },
): readonly LoadedObject[] {
  const given = text === undefined ? defined({ stdin }) : { stdin: text, stdinName: path };
  const { objects, notes, issues } = loadManifests(text === undefined ? path : '-', { bundleDocuments, ...given });
  notes.forEach(onNote);
  if (path !== '-' && text === undefined) refuseBundlesBelow(path, issues);
  refuseIssues(issues.map(withItsChart), onNote, what, { writes });
  if (objects.length > 0) return objects;
  throw new BoxcutterError('nothing-to-render', 'input', `${what ?? path}: nothing to ${rollsOut === true ? 'apply' : 'render'}.`, {
    hint: 'It holds no Kubernetes object that belongs on a cluster.',
  });
}

/**
 * The revision among the objects, if there is one; else the objects.
 * @param path what they are called in messages
 * @param name of several revisions, the one of this extension, or of this name
 * @throws BoxcutterError as {@link chooseRevision}
 */
export function sourceOf(path: string, objects: readonly LoadedObject[], name: string | undefined): ObjectsSource | RevisionSource {
  return objects.some(({ manifest }) => isRollout(manifest)) ? chooseRevision(path, objects, name) : { kind: 'objects', path, objects };
}

/** The same; without a name all revisions, in their order. @throws BoxcutterError as {@link chooseRevisions} */
export function sourcesOf(
  path: string, objects: readonly LoadedObject[], name: string | undefined,
): readonly (ObjectsSource | RevisionSource)[] {
  return objects.some(({ manifest }) => isRollout(manifest)) ? chooseRevisions(path, objects, name) : [{ kind: 'objects', path, objects }];
}
