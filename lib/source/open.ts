/** From what the user names (file, folder, standard input, URL, project, bundle, image) to a source. */
import { defined } from '../defined';
import type { Choices } from './choices';
import { loadObjects, sourcesOf } from './load';
import { refuseMeaningless } from './meaning';
import { namesBundle } from './names-bundle';
import { openAsBundle } from './open-bundle';
import { namesProject } from './project/names-project';
import { refuseWrongOptions } from './option-values';
import { extensionOf, severalRevisions } from './revision/choose';
import type { Source } from './source';
import type { Surroundings } from './surroundings';
import { namesUrl } from './url/address';

/**
 * @param path file, folder, or `-`; a URL; a project; or a bundle: folder, chart, archive, image
 * @throws BoxcutterError category `input` with every finding, each with file, document and field; for choices that mean nothing for what is
 *   opened; and what opening a bundle says
 */
export async function open(path: string, choices: Choices, surroundings: Surroundings): Promise<Source> {
  const opened = await openAll(path, choices, surroundings);
  const [source] = opened;
  if (source !== undefined && opened.length === 1) return source;
  throw severalRevisions(path, opened);
}

/** All that a path holds: several revisions, where no name chooses one, in their order. @throws BoxcutterError as {@link open} */
export async function openAll(path: string, choices: Choices, surroundings: Surroundings): Promise<readonly Source[]> {
  if (choices.kustomize === true) return openKustomization(path, choices, surroundings);
  if (namesUrl(path)) {
    refuseWrongOptions(choices);
    return (await import('./url/open-url.js')).openUrl(path, choices, surroundings);
  }
  if (namesBundle(path)) return [await openAsBundle(path, choices, surroundings)];
  refuseWrongOptions(choices);
  if (namesProject(path)) return openProject(path, choices, surroundings);
  refuseMeaningless(path, choices, ['objects', 'revision']);
  const sources = sourcesOf(path, await loadObjects(path, surroundings), choices.name);
  refuseMeaningless(path, choices, sources.map(({ kind }) => kind));
  return sources;
}

async function openKustomization(path: string, choices: Choices, surroundings: Surroundings): Promise<readonly Source[]> {
  refuseWrongOptions(choices);
  const { kustomizedObjects } = await import('./kustomize/open.js');
  const sources = sourcesOf(path, await kustomizedObjects(path, surroundings), choices.name);
  refuseMeaningless(path, choices, sources.map(({ kind }) => kind));
  return sources;
}

/** What the app of a project makes, configured as the user says. */
async function openProject(path: string, choices: Choices, surroundings: Surroundings): Promise<readonly Source[]> {
  refuseMeaningless(path, choices, ['objects', 'project', 'revision']);
  const { withSynthesised } = await import('./project/open-project.js');
  return withSynthesised(path, choices, surroundings, async ({ folder, configOf }) => {
    const objects = await loadObjects(folder, surroundings, { what: `What the app of ${path} synthesised` });
    const sources = sourcesOf(path, objects, choices.name);
    refuseMeaningless(path, choices, ['project', ...sources.map(({ kind }) => kind)]);
    return sources.map((source) => (source.kind === 'revision'
      ? { ...source, ...defined({ configured: configOf(extensionOf(source.revision.manifest)) }) }
      : source));
  });
}
