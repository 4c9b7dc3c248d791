/** What of the objects of a release is on the cluster, and is its own: no record is evidence against what an object says of itself. */
import { ANNOTATION_OWNERS, displayName, keyOf, type KubeObject, refOf } from '../../api';
import { holderOf, type OwnerStrategy } from '../../engine';
import { BoxcutterError } from '../../errors';
import type { KubeLane } from '../../kube';
import { wordsOfAnswer } from '../process';
import { releaseName } from './release';
import { RELEASE_NAMESPACE } from './storage';

/** By `keyOf`. */
export type Standing = ReadonlyMap<string, KubeObject>;

/** As they are on the cluster, read as whom they are written. @throws BoxcutterError `helm-failed` (server) */
export async function standingOf(objects: readonly KubeObject[], cluster: Pick<KubeLane, 'get'>): Promise<Standing> {
  const found = new Map<string, KubeObject>();
  for (const object of objects) {
    const ref = refOf(object);
    const answer = await cluster.get(ref);
    if (answer.type === 'object') found.set(keyOf(ref), answer.object);
    else if (answer.type === 'refused' || answer.type === 'lost') {
      throw new BoxcutterError('helm-failed', 'server', `${displayName(ref)} could not be read: ${wordsOfAnswer(answer)}`);
    }
  }
  return found;
}

/** Whose objects they are. */
export interface ReleaseOwner {
  readonly extension: string;
  /** Uids of the revisions of the extension. */
  readonly revisions: ReadonlySet<string>;
  /** The objects are in another cluster than the revisions. */
  readonly elsewhere: boolean;
}

/** These objects, as far as helm has written them for this extension, and nobody else has them since. */
export function ownOf(objects: readonly KubeObject[], standing: Standing, owner: ReleaseOwner): readonly KubeObject[] {
  return objects.filter((object) => {
    const live = standing.get(keyOf(refOf(object)));
    return live !== undefined && isMarked(live, owner) && hasController(live, owner) !== 'foreign';
  });
}

/**
 * Helm takes over whatever there is.
 * @throws BoxcutterError `helm-failed` (server) with every object that is there, and of somebody else
 */
export function refuseForeign(standing: Standing, owner: ReleaseOwner): void {
  const foreign = [...standing.values()].filter((live) => {
    const controller = hasController(live, owner);
    return controller === 'foreign' || (controller === 'none' && !isMarked(live, owner));
  });
  if (foreign.length === 0) return;
  const names = foreign.map((live) => displayName(refOf(live))).join(', ');
  throw new BoxcutterError(
    'helm-failed', 'server', `These objects exist, and are not of this extension: ${names}. Nothing was changed. Delete or rename them.`,
  );
}

function isMarked({ metadata: { labels = {}, annotations = {} } }: KubeObject, { extension }: ReleaseOwner): boolean {
  return labels['app.kubernetes.io/managed-by'] === 'Helm' && annotations['meta.helm.sh/release-name'] === releaseName(extension)
    && annotations['meta.helm.sh/release-namespace'] === RELEASE_NAMESPACE;
}

const BY_ANNOTATION: OwnerStrategy = { type: 'annotation', annotation: ANNOTATION_OWNERS };
const NATIVELY: OwnerStrategy = { type: 'native', forData: ANNOTATION_OWNERS };

function hasController(live: KubeObject, { revisions, elsewhere }: ReleaseOwner): 'none' | 'ours' | 'foreign' {
  const controller = holderOf(live, elsewhere ? BY_ANNOTATION : NATIVELY);
  if (controller === undefined) return 'none';
  return revisions.has(controller.uid) ? 'ours' : 'foreign';
}
