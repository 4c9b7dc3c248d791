/** Revisions that mean something else than a rollout. */
import type { ResolvedRevision } from '../api';
import { BoxcutterError } from '../errors';

/**
 * Under an owner that is not the revision itself: what is archived is not rolled out, and revisions that a controller keeps give nothing
 * away.
 * @param origin where the revision was written
 * @throws BoxcutterError category input: `revision-archived`, `revision-previous`
 */
export function refuseNoRollout({ extension, number, lifecycleState, previous = [] }: ResolvedRevision, origin?: string): void {
  const what = `${origin === undefined ? '' : `${origin}: `}revision ${number} of extension "${extension}"`;
  const sentence = what.charAt(0).toUpperCase() + what.slice(1);
  if (lifecycleState === 'Archived') {
    throw new BoxcutterError(
      'revision-archived', 'input',
      `${origin === undefined ? sentence : what} is archived (spec.lifecycleState: Archived), so it is not rolled out.`,
      {
        hint: `To take the extension down, use: boxcutter delete ${extension}. `
          + 'To roll out this content, set spec.lifecycleState to Active.',
      },
    );
  }
  if (previous.length === 0) return;
  const names = previous.map(({ name }) => name).join(', ');
  throw new BoxcutterError(
    'revision-previous', 'input',
    `${origin === undefined ? sentence : what} takes objects over from ${names} (spec.previous), `
      + 'which only the controller of these revisions can do.',
    { hint: 'Leave out spec.previous: the run takes over what was applied before under the name of the extension.' },
  );
}
