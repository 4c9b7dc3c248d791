/**
 * Revisions that are applied under no circumstances: refused before anything is asked of the cluster or written.
 */
import { findRounded, refOf, subjectOf, type KubeObject, type ResolvedRevision } from '../../api';
import { compileProbes } from '../../engine';
import { BoxcutterError } from '../../errors';
import { formatPlainPath } from '../../issue';
import { DEFAULT_STATE_KEY, isStateName } from '../../state';
import { refuseNoRollout } from '../../revision';
import type { OperationOptions } from '../options';

type Place = Pick<OperationOptions, 'stateNamespace' | 'stateKey'>;

/**
 * @throws BoxcutterError category `input`: `revision-archived`, `revision-previous`, `nothing-to-apply`, `state-namespace`,
 *   `state-in-package`, `content-invalid`, and as `compileProbes`
 */
export function refuseUnfit(revision: ResolvedRevision, place: Place): void {
  refuseNoRollout(revision);
  refuseEmpty(revision);
  refuseStateInPackage(revision, place);
  refuseRounded(revision);
  compileProbes(revision.probes);
}

/** Nothing to apply would mean that everything of the revision before goes: delete is there for that. */
function refuseEmpty(revision: ResolvedRevision): void {
  if (revision.phases.some(({ objects }) => objects.length > 0)) return;
  throw new BoxcutterError('nothing-to-apply', 'input', `Revision of extension "${revision.extension}" holds no object.`, {
    hint: ({ operation }) => `To take an extension down, use: ${operation('deleteExtension')}.`,
  });
}

/**
 * A state namespace that the package itself makes would not be there at first, and would take the state with it at the end. A Secret of
 * the state, of whichever extension, or the key that seals it, would be written over where the package allows itself to take over what
 * exists, and would go with the package.
 */
function refuseStateInPackage({ extension, phases }: ResolvedRevision, { stateNamespace, stateKey = DEFAULT_STATE_KEY }: Place): void {
  const objects = phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  const isCore = (object: KubeObject, kind: string): boolean => object.kind === kind && object.apiVersion === 'v1';
  if (objects.some((object) => isCore(object, 'Namespace') && object.metadata.name === stateNamespace)) {
    throw new BoxcutterError(
      'state-namespace',
      'input',
      `Namespace ${stateNamespace} is part of the package, so the state of extension "${extension}" cannot live in it.`,
      {
        hint: ({ option }) =>
          `Name a namespace that stays with ${option('stateNamespace')}, for example ${option('stateNamespace', 'default')}.`,
      },
    );
  }
  const isKey = ({ metadata: { name, namespace } }: KubeObject): boolean =>
    [DEFAULT_STATE_KEY, stateKey].some((key) => key.name === name && key.namespace === namespace);
  const state = objects.find((object) => isCore(object, 'Secret') && (isStateName(object.metadata.name ?? '') || isKey(object)));
  if (state === undefined) return;
  const { name = '', namespace = '' } = state.metadata;
  throw new BoxcutterError(
    'state-in-package',
    'input',
    `Secret ${namespace}/${name} of the package has a name under which the state of extensions is kept.`,
    { hint: 'Give the Secret another name. If it came with an export of the namespace, leave it out.' },
  );
}

/** The caller may have read the objects with `JSON.parse`: then other digits would be written than those that were meant. */
function refuseRounded({ extension, phases }: ResolvedRevision): void {
  for (const { object } of phases.flatMap((phase) => phase.objects)) {
    const path = findRounded(object);
    if (path === undefined) continue;
    const where = `${formatPlainPath(path)} of ${subjectOf(refOf(object))}`;
    throw new BoxcutterError(
      'content-invalid',
      'input',
      `The integer at ${where} of extension "${extension}" is beyond 2^53, so that it may have been rounded when it was read.`,
      { hint: 'Write it as text where the field takes text, or use a number below 2^53.' },
    );
  }
}
