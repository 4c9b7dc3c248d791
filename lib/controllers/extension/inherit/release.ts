/** An extension that operator-controller has installed by Helm: its release becomes revision 1. */
import { ANNOTATION_FROM_HELM, type KubeObject } from '../../../api';
import {
  chooseRelease, extensionUids, fence, findHistory, giveOwner, type HelmRelease, loadRelease, notedBundle, sourceOfRelease, storedRelease,
  type StoredRelease,
} from '../../../adoption';
import { isBoxcutterError } from '../../../errors';
import type { ResourceCache } from '../../process';
import type { Outcome } from '../outcome';
import type { LiveExtension, LiveRevision } from '../revision-facts';
import { type Found, inherit, type InheritPlace } from './inherit';

export interface ReleasePlace extends InheritPlace {
  /** Index Secrets of operator-controller without their data, by the uid of the extension that controls them, under `extension`. */
  readonly releases: ResourceCache<KubeObject>;
}

/** How Helm names what it stores. */
const RELEASE_KEY = 'sh.helm.release.v1.';

/** @throws BoxcutterError `release-unreadable` (server), and as `inherit` */
export async function inheritRelease(
  extension: LiveExtension, revisions: readonly LiveRevision[], place: ReleasePlace,
): Promise<Outcome | undefined> {
  const { metadata: { name = '', uid = '' } } = extension;
  const stored = place.releases.by('extension', uid);
  if (stored.length === 0) return undefined;
  return inherit(extension, revisions, {
    what: `The Helm release that operator-controller has made of ${name}`,
    made: revisions.find(({ metadata: { annotations } }) => annotations?.[ANNOTATION_FROM_HELM]?.startsWith(RELEASE_KEY) === true),
    find: () => foundOf(name, place),
    settle: (owner) => giveOwner(stored, owner, place.cluster),
  }, place);
}

async function foundOf(name: string, place: InheritPlace): Promise<Found | undefined> {
  const { cluster } = place;
  const found = await findRelease(name, place);
  if (found === undefined) return undefined;
  const { release, history } = found;
  return {
    source: sourceOfRelease(release, name).source,
    number: 1,
    bundle: notedBundle(release.labels),
    annotations: { [ANNOTATION_FROM_HELM]: `${RELEASE_KEY}${name}.v${release.version}` },
    fence: () => fence(history, { extension: name }, cluster),
  };
}

interface FoundRelease {
  readonly release: HelmRelease;
  readonly history: readonly StoredRelease[];
}

/** The newest version that is deployed; where none ever was, what the newest one has left. Undefined: it was uninstalled. */
async function findRelease(name: string, { cluster, systemNamespace }: InheritPlace): Promise<FoundRelease | undefined> {
  const history = await findHistory(name, systemNamespace, cluster, { storage: 'operator-controller' });
  const isDeployed = history.some(({ status }) => status === 'deployed');
  const newest = Math.max(...history.map(({ version }) => version));
  try {
    const { release } = chooseRelease(name, systemNamespace, history, isDeployed ? undefined : newest);
    return { release: await loadRelease(release, cluster), history };
  } catch (error) {
    if (isBoxcutterError(error) && (error.code === 'release-not-deployed' || error.code === 'release-not-found')) return undefined;
    throw error;
  }
}

/** Of a Secret in which operator-controller has stored a release: the extension that it belongs to, by its uid. */
export function extensionOfRelease(secret: KubeObject): readonly string[] {
  return storedRelease(secret)?.storage === 'operator-controller' ? extensionUids(secret) : [];
}
