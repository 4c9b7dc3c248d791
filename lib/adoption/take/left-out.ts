/** Objects that an adoption leaves alone, and why. Pure. */
import { isDefinition, type KubeObject, type ObjectRef } from '../../api';
import { controllerOf, type OwnerContext, ownershipOf } from '../../engine';

export type LeftOutReason =
  /** The API server serves its kind in no version: what there was of it went with the kind. */
  | { readonly type: 'unserved' }
  /** It was deleted since. */
  | { readonly type: 'gone' }
  /** It is being deleted. */
  | { readonly type: 'terminating' }
  /** It says itself that it belongs to another release. */
  | { readonly type: 'other-release'; readonly release: string; readonly namespace: string }
  /** Nothing on it shows that the release had it. */
  | { readonly type: 'unmarked' }
  /** Something else controls it. */
  | { readonly type: 'controlled'; readonly by: string }
  /** Nothing controls it, and who is replaced controls what it has. */
  | { readonly type: 'uncontrolled' }
  /** Nobody that is replaced has written it. */
  | { readonly type: 'unapplied' }
  /** A hook that runs something, and has run. */
  | { readonly type: 'hook' };

export interface LeftOut {
  readonly ref: ObjectRef;
  readonly reason: LeftOutReason;
}

/** Who may have the objects that are taken over. */
export interface FormerOwner {
  /** The release that they are to belong to, as Helm marks them. Absent: they are not of Helm. */
  readonly release?: { readonly name: string; readonly namespace: string };
  /**
   * Field managers that show that an object without marks of Helm is of the release: definitions of `crds/` and hooks have none. A release
   * is a Secret that others may write, too: what it names is no evidence.
   */
  readonly evidence?: readonly string[];
  /** Names of the definitions of `crds/`. What stands in a manifest Helm marks, definitions among it. @default none */
  readonly definitions?: readonly string[];
  /** What may control them: an object of this kind and name. @default nothing */
  readonly controllers?: readonly { readonly kind: string; readonly name?: string; readonly uid?: string }[];
  /** Only what one of these controls is theirs; no mark of others counts against it. @default false */
  readonly mustControl?: boolean;
}

const RELEASE_NAME = 'meta.helm.sh/release-name';
const RELEASE_NAMESPACE = 'meta.helm.sh/release-namespace';

/**
 * Why a live object is not taken; undefined: it is.
 * @param context of the extension: what is its own already is no obstacle
 */
export function reasonToLeave(live: KubeObject, former: FormerOwner, context: OwnerContext): LeftOutReason | undefined {
  const { annotations = {}, deletionTimestamp } = live.metadata;
  if (deletionTimestamp !== undefined) return { type: 'terminating' };
  const { relation, controller } = ownershipOf(live, context);
  if (relation === 'ours') return undefined;
  const native = controllerOf(live, { type: 'native' });
  if (former.mustControl === true) {
    // What holds data names a revision of our controllers by annotation.
    const holder = native ?? controller;
    return holder === undefined ? { type: 'uncontrolled' } : unlessFormer(holder, former);
  }
  const [release, namespace] = [annotations[RELEASE_NAME], annotations[RELEASE_NAMESPACE]];
  const isIts = release === former.release?.name && namespace === former.release?.namespace;
  if (release !== undefined && !isIts) return { type: 'other-release', release, namespace: namespace ?? '' };
  if (release === undefined && former.release !== undefined && !isEvident(live, former, context)) return { type: 'unmarked' };
  const other = native && unlessFormer(native, former);
  if (other !== undefined) return other;
  return controller === undefined || native !== undefined ? undefined : { type: 'controlled', by: controller.text };
}

/**
 * What Helm has written may be of any release: outside of the namespace of this one only definitions of `crds/` are taken without its
 * marks, which Helm gives to none of them. An adoption that was broken off may have made the entry ours, and come no further.
 */
function isEvident(live: KubeObject, { evidence = [], definitions = [], release }: FormerOwner, { fieldManager }: OwnerContext): boolean {
  const { name = '', namespace, managedFields = [] } = live.metadata;
  if (namespace !== release?.namespace && !(isDefinition(live) && definitions.includes(name))) return false;
  return managedFields.some(({ manager = '' }) => evidence.includes(manager) || manager === fieldManager);
}

function unlessFormer(
  { kind, name, uid }: { readonly kind: string; readonly name: string; readonly uid: string }, { controllers = [] }: FormerOwner,
): LeftOutReason | undefined {
  const isFormer = controllers.some((other) => (
    other.kind === kind && (other.name === undefined || other.name === name) && (other.uid === undefined || other.uid === uid)));
  return isFormer ? undefined : { type: 'controlled', by: `${kind} ${name}` };
}

/** As the end of a sentence that begins with the object. */
export function leftOutText(reason: LeftOutReason): string {
  switch (reason.type) {
    case 'unserved':
      return 'the API server no longer serves its kind';
    case 'gone':
      return 'it was deleted since; the next apply of the package makes it again';
    case 'terminating':
      return 'it is being deleted';
    case 'other-release':
      return `it says that it belongs to release "${reason.release}" in namespace ${reason.namespace}`;
    case 'unmarked':
      return 'nothing on it shows that the release had it';
    case 'controlled':
      return `${reason.by} controls it`;
    case 'uncontrolled':
      return 'nothing controls it';
    case 'unapplied':
      return 'no tool that applies objects has written it';
    case 'hook':
      return 'it is a hook that has run';
  }
}
