/**
 * What operator-controller of upstream has installed becomes a revision, as it runs, before anything else is done for its extension.
 * Nothing is made anew, and what Helm and operator-controller hold of the objects becomes ours.
 */
import { ANNOTATION_BUNDLE_RELEASE, ANNOTATION_PROPERTIES, type KubeObject, type OwnerReference } from '../../../api';
import { type NotedBundle, operatorControllerAtWork, prepare, stopLine, type Taking, type TakeSource } from '../../../adoption';
import { defined } from '../../../defined';
import { isBoxcutterError } from '../../../errors';
import type { KubeLane } from '../../../kube';
import { revisionOwner } from '../../../state';
import { actingIn, type Log, type ResourceCache, type Target } from '../../process';
import { accountAnnotations, accountOf, requireAuthorized } from '../account';
import { takingOver } from '../helm';
import type { Outcome } from '../outcome';
import type { LiveExtension, LiveRevision } from '../revision-facts';
import { writeRevision } from '../write-revision';

export interface InheritPlace {
  readonly cluster: Pick<KubeLane, 'create' | 'get' | 'patch' | 'list' | 'delete' | 'serverTime'>;
  readonly target: Target;
  readonly revisions: ResourceCache<LiveRevision>;
  readonly systemNamespace: string;
  readonly mayRollOut: boolean;
  readonly log: Log;
}

/** How long after it was found at work it is looked whether operator-controller is stopped: nothing tells of it. */
const LOOK_AGAIN_MS = 30_000;

/** What is to be taken over, and how. */
export interface Inheritance {
  /** As the beginning of a sentence. */
  readonly what: string;
  /** The revision that has been made of it. */
  readonly made: LiveRevision | undefined;
  /** Undefined: there is nothing to be taken over. */
  find(): Promise<Found | undefined>;
  /** When that revision has everything: what is left of who had it belongs to it. */
  settle(owner: OwnerReference): Promise<void>;
}

export interface Found {
  readonly source: TakeSource;
  readonly number: number;
  readonly bundle: NotedBundle;
  /** What the revision says of where it comes from. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Right before the revision is written. */
  fence?(): Promise<void>;
}

/**
 * @returns what is reported meanwhile; undefined: it is done, or there is nothing
 * @throws BoxcutterError `object-unreadable`, `release-unwritten` (server), `adoption-invalid` (input), `release-changed` (locked), as
 *   `requireAuthorized`, and what the server says
 */
export async function inherit(
  extension: LiveExtension, revisions: readonly LiveRevision[], { what, made, find, settle }: Inheritance, place: InheritPlace,
): Promise<Outcome | undefined> {
  if (made !== undefined) {
    const progress = takingOver(made);
    if (progress !== undefined) return { type: 'waiting', message: `${what} ${place.mayRollOut ? progress : waitsForGate(made)}` };
    await settle(ownerOf(made));
    return undefined;
  }
  // It has gone on without it.
  if (revisions.length > 0) return undefined;
  if (!place.mayRollOut) {
    const message = `${what} is taken over when the feature gate BoxcutterRuntime is on. Until then what is installed stays as it is.`;
    return { type: 'waiting', message };
  }
  const holder = await operatorControllerAtWork(place.cluster, { namespace: place.systemNamespace });
  // Its own end of an extension, with the garbage collector.
  if (holder !== undefined && extension.metadata.deletionTimestamp !== undefined) return undefined;
  if (holder !== undefined) {
    const message = `${what} is taken over when operator-controller (${holder.identity}) is stopped: ${stopLine(holder)}`;
    return { type: 'waiting', message, againInMs: LOOK_AGAIN_MS };
  }
  const found = await find();
  const taking = found && await takingOf(extension, found, place);
  if (found === undefined || taking === undefined) return undefined;
  await found.fence?.();
  const { manifest, contentSecrets } = taking.compiled;
  const written = await writeRevision(place.cluster, extension, { manifest, secrets: contentSecrets });
  place.revisions.note(written);
  const leftOut = taking.leftOut.map(({ ref, reason }) => `${ref.kind} ${ref.name}: ${reason.type}`);
  const { metadata: { name } } = written;
  const facts = { extension: extension.metadata.name, revision: name, from: found.annotations, leftOut };
  place.log.info(facts, 'taken over from operator-controller');
  return { type: 'waiting', message: `${what} is being taken over by revision ${name}.` };
}

/** The end of what is said of a service account that lacks something. */
const RUNS_ON = 'Until it may do all of this, nothing is taken over, and what is installed runs on as it is.';

function waitsForGate({ metadata: { name } }: LiveRevision): string {
  return `is being taken over by revision ${name}, which goes on when the feature gate BoxcutterRuntime is on. `
    + 'Until then what is installed stays as it is.';
}

/** Undefined: nothing of it is there any more. */
async function takingOf(
  extension: LiveExtension, { source, number, bundle, annotations: from }: Found, place: InheritPlace,
): Promise<Taking | undefined> {
  const { metadata: { name = '', labels }, spec: { progressDeadlineMinutes } } = extension;
  const account = accountOf(extension);
  const { packageName, version, name: bundleName, reference: bundleReference, release, properties } = bundle;
  const annotations = {
    ...from, ...accountAnnotations(account), ...defined({ [ANNOTATION_BUNDLE_RELEASE]: release, [ANNOTATION_PROPERTIES]: properties }),
  };
  const details = {
    number, largePhases: false, systemNamespace: place.systemNamespace, annotations,
    ...defined({ bundleName, bundleReference, progressDeadlineMinutes, labels }),
  };
  const owner = revisionOwner({ name: `${name}-${number}`, uid: '', extension: name }, [], place.target.name !== undefined);
  // As for an install: an account that lacks something would get half of it.
  const objects = source.objects.filter(({ authorName }) => authorName === undefined);
  await requireAuthorized(extension, objects.map(({ manifest }) => manifest as unknown as KubeObject), place.target, RUNS_ON);
  const reader = actingIn(place.target, account).cluster;
  try {
    return await prepare({ ...source, ...defined({ packageName, version }), details }, reader, owner.context);
  } catch (error) {
    if (isBoxcutterError(error) && error.code === 'nothing-to-adopt') return undefined;
    throw error;
  }
}

function ownerOf({ apiVersion, kind, metadata: { name = '', uid = '' } }: LiveRevision): OwnerReference {
  return { apiVersion, kind, name, uid };
}
