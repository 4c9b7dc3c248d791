/** What an app adds to the revision of a package after the package has built it: that stays at home, which has to be said. */
import { existsSync } from 'node:fs';
import { displayName, keyOf, refOf, type ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import type { RenderResult } from '../../../formats';
import type { Traveller } from '../../../formats/package-v1/traveller';
import { compile } from '../../../revision';
import { loadObjects, sourceOf } from '../../load';
import { compileRevision } from '../../revision/compile';

type OnNote = (note: string) => void;

/**
 * @param output what the app wrote
 * @param rendered what the package gives for the configuration of the app
 */
export async function noteWhatStays(output: string, rendered: RenderResult, traveller: Traveller, onNote: OnNote): Promise<void> {
  const { extension, packageName, version, namespace, traits: { props: { kubernetesVersion } } } = traveller;
  if (!existsSync(output)) return;
  const source = sourceOf(output, await loadObjects(output, { onNote: () => undefined }), extension);
  if (source.kind !== 'revision') return;
  const { resolved: whole } = await compileRevision({ kind: 'revision', source }, { onNote: () => undefined });
  const { compiled } = compile({
    extension, packageName, version, namespace, objects: rendered.objects, ...rendered.arrangement,
    ...defined({ phases: rendered.phases, kubernetesVersion: typeof kubernetesVersion === 'string' ? kubernetesVersion : undefined }),
  });
  if (compiled === undefined || compiled.resolved.digest === whole.digest) return;
  const own = new Set(objectsOf(compiled.resolved).map(keyOf));
  const more = objectsOf(whole).filter((ref) => !own.has(keyOf(ref))).map(displayName);
  const what = more.length === 0 ? 'probes, phases or fields' : more.join(', ');
  onNote(
    `The app adds this to the revision of ${packageName}, outside of the package: ${what}. It does not travel with the package; `
      + 'to have it travel, declare it in build().',
  );
}

function objectsOf({ phases }: ResolvedRevision) {
  return phases.flatMap(({ objects }) => objects.map(({ object }) => refOf(object)));
}
