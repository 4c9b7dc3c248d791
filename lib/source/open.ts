/** From what the user names (file, folder, standard input, bundle, image) to a source. */
import { BoxcutterError } from '../errors';
import { loadManifests } from '../yaml';
import type { Choices } from './choices';
import { refuseBoth } from './configuration/before';
import { refuseMeaningless } from './meaning';
import { namesBundle } from './names-bundle';
import { refuseWrongOptions } from './option-values';
import { refuseIssues } from './refuse-issues';
import { chooseRevision, isRollout } from './revision/choose';
import type { BundleSource, Source } from './source';
import { readStdin } from './standard-input';
import type { Surroundings } from './surroundings';

/**
 * @param path file, folder, or `-`; or a bundle: folder, chart, archive, image
 * @throws BoxcutterError category `input` with every finding, each with file, document and field; for choices that mean nothing for what is
 *   opened; and what opening a bundle says
 */
export async function open(path: string, choices: Choices, surroundings: Surroundings): Promise<Source> {
  if (namesBundle(path)) return openAsBundle(path, choices, surroundings);
  refuseWrongOptions(choices);
  refuseMeaningless(path, choices, ['objects', 'revision']);
  const { onNote } = surroundings;
  const loaded = loadManifests(path, path === '-' ? { stdin: await readStdin('objects') } : {});
  loaded.notes.forEach(onNote);
  refuseIssues(loaded.issues, onNote, undefined, surroundings);
  if (loaded.objects.length === 0) {
    throw new BoxcutterError(
      'nothing-to-render', 'input',
      `${path}: nothing to render.`,
      { hint: 'It holds no Kubernetes object that belongs on a cluster.' },
    );
  }
  const revisions = loaded.objects.filter(({ manifest }) => isRollout(manifest));
  if (revisions.length === 0) {
    refuseMeaningless(path, choices, ['objects']);
    return { kind: 'objects', path, objects: loaded.objects };
  }
  return chooseRevision(path, revisions, loaded.objects, choices);
}

/** The same, where whatever is named counts as a bundle: a folder without metadata as one of format plain+v0. */
export function openAsBundle(path: string, choices: Choices, surroundings: Surroundings): Promise<BundleSource> {
  refuseWrongOptions(choices);
  refuseMeaningless(path, choices, ['bundle']);
  refuseBoth(choices);
  return openBundle(path, surroundings);
}

/** A bundle by itself. What reads bundles is loaded here: plain objects start without it. */
export async function openBundle(path: string, surroundings: Surroundings): Promise<BundleSource> {
  return (await import('./bundle/open.js')).openBundleSource(path, surroundings);
}
