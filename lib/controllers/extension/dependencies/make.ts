/** Makes the extensions that are missing, and says which extension has which package. */
import { type KubeObject, refOf } from '../../../api';
import { BoxcutterError } from '../../../errors';
import type { KubeLane } from '../../../kube';
import { type EventRecorder, wordsOfAnswer } from '../../process';
import type { LiveExtension } from '../revision-facts';
import { dependencyExtension } from './dependency-extension';
import type { MissingPackage } from './missing';

export interface MakingPlace {
  readonly cluster: Pick<KubeLane, 'create' | 'get'>;
  readonly events: EventRecorder;
  readonly fieldManager: string;
  /** By which the controllers choose what they look after; empty: everything. */
  readonly watchSelector: string;
}

/**
 * @param extensions all that there are
 * @returns the name of the extension of each of these packages
 * @throws BoxcutterError `dependency-taken` (collision): the name belongs to an extension of another package; `extension-refused` (server)
 */
export async function makeDependencies(
  extension: LiveExtension, missing: readonly MissingPackage[], extensions: Iterable<LiveExtension>, place: MakingPlace,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map([...extensions].flatMap(({ metadata, spec }): [string, string][] => (
    metadata.deletionTimestamp === undefined ? [[spec.source.catalog?.packageName ?? '', metadata.name ?? '']] : []
  )));
  const found = new Map<string, string>();
  for (const one of missing) {
    const { packageName } = one;
    found.set(packageName, names.get(packageName) ?? await makeOne(extension, one, place));
  }
  return found;
}

async function makeOne(extension: LiveExtension, missing: MissingPackage, place: MakingPlace): Promise<string> {
  const { packageName } = missing;
  const wanted = dependencyExtension(extension, missing, place.watchSelector);
  const answer = await place.cluster.create(wanted, { fieldManager: place.fieldManager });
  if (answer.type === 'object') {
    place.events.record(extension, {
      type: 'Normal', reason: 'DependencyMade', action: 'Resolve',
      note: `ClusterExtension ${packageName} is made, for ${missing.needs.join(' and ')}.`,
    });
    return packageName;
  }
  const isTaken = answer.type === 'refused' && answer.status.reason === 'AlreadyExists';
  const live = isTaken || answer.type === 'lost' ? await place.cluster.get(refOf(wanted)) : undefined;
  if (live?.type === 'object') {
    if (packageOf(live.object) === packageName) return packageName;
    throw new BoxcutterError(
      'dependency-taken', 'collision',
      `it needs package ${packageName}, and ClusterExtension ${packageName} is of package ${packageOf(live.object)}. `
        + `Make an extension of package ${packageName} with another name; this one waits for it.`,
    );
  }
  const why = wordsOfAnswer(answer, 'its kind is not served');
  throw new BoxcutterError('extension-refused', 'server', `ClusterExtension ${packageName}, which it needs, could not be made: ${why}`);
}

function packageOf({ spec }: KubeObject & { readonly spec?: unknown }): string {
  const { source } = (spec ?? {}) as { readonly source?: { readonly catalog?: { readonly packageName?: string } } };
  return source?.catalog?.packageName ?? '';
}
