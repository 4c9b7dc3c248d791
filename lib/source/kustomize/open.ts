/** A kustomization as a source: what it builds, taken as files of that content would be. */
import { BoxcutterError } from '../../errors';
import { objectsOfText, type LoadedObject } from '../../yaml';
import { refuseIssues } from '../refuse-issues';
import type { Surroundings } from '../surroundings';
import { buildKustomization } from './program';

/** @throws BoxcutterError as {@link buildKustomization}; `input-invalid` for what it built; `nothing-to-render` when that is nothing */
export async function kustomizedObjects(
  path: string, { onNote, writes }: Pick<Surroundings, 'onNote' | 'writes'>,
): Promise<readonly LoadedObject[]> {
  const { objects, issues } = objectsOfText(await buildKustomization(path), `kustomization ${path}`);
  refuseIssues(issues, onNote, `What the kustomization ${path} builds`, { writes });
  if (objects.length > 0) return objects;
  throw new BoxcutterError('nothing-to-render', 'input', `The kustomization ${path} builds no object.`, {
    hint: 'List its parts under resources.',
  });
}
