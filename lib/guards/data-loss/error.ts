/** What the guard says when it stops a run. */
import { displayName, isVolume, type ObjectRef } from '../../api';
import type { Answer } from '../../engine';
import { BoxcutterError, messageOf } from '../../errors';
import type { DataLoss } from './types';

/**
 * The error that stops a run; nothing was written.
 * @param how the objects go, or are deleted to be made anew: then none can be let live. @default 'going'
 */
export function dataLossError(losses: readonly DataLoss[], what: string, how: 'going' | 'replaced' = 'going'): BoxcutterError {
  const lines = losses.map((loss) => `  ${displayName(loss.ref)}${isVolume(loss.ref) ? ' holds data' : `: ${contentsText(loss)}`}`);
  const why = how === 'replaced' ? ', because these objects cannot be changed in place' : '';
  return new BoxcutterError(
    'data-loss', 'data-loss',
    `${what} would delete data${why}:\n${lines.join('\n')}\nNothing was changed.`,
    {
      hint: ({ option }) => `Use ${option('deleteData', true)} to delete it nevertheless, ` + (how === 'replaced'
        ? 'or keep the fields as they are.'
        : `or ${option('orphan', true)} to let these objects live on without the extension.`),
      details: { losses },
    },
  );
}

/** `3 Certificate (shop/a, shop/b, …), 1 Secret (shop/c)`. */
export function contentsText({ contents }: Pick<DataLoss, 'contents'>): string {
  return contents
    .map(({ kind, count, examples }) => `${count} ${kind} (${examples.join(', ')}${count > examples.length ? ', …' : ''})`)
    .join(', ');
}

/** What cannot be seen is not taken for nothing. @param reason a sentence without its end, or what was thrown */
export function unknownLoss(ref: ObjectRef, reason: unknown): BoxcutterError {
  return new BoxcutterError(
    'data-loss-unknown',
    'server',
    `Cannot tell whether deleting ${displayName(ref)} would delete data: ${messageOf(reason)}`,
    {
      hint: ({ option }) =>
        `Nothing was changed. Run the command again when this can be read; ${option('deleteData', true)} skips the check.`,
      ...(reason instanceof Error ? { cause: reason } : {}),
    },
  );
}

/** Why a read says nothing. */
export function reasonOf(answer: Extract<Answer, { type: 'refused' | 'lost' }>): string {
  return answer.type === 'refused' ? answer.status.message : answer.message;
}
