/** What became of an object, in a line. */
import { counted } from '../../counted';
import type { ObjectAction, ObjectResult } from '../core';
import type { Interference } from '../fields';
import { actionReason } from './causes';

type Described = ObjectAction & Pick<Partial<ObjectResult>, 'contested'>;

/** One short line for people: the word of the action, and its detail. */
export function describeAction(result: Described): string {
  const detail = detailOfAction(result);
  if (result.action === 'Recovered') return `Recovered ${detail ?? ''}`.trimEnd();
  return ownDetail(result) === undefined ? (detail ?? result.action) : `${result.action}: ${detail}`;
}

/** The same without the word of the action; undefined where that says it all. */
export function detailOfAction(result: Described): string | undefined {
  const { contested } = result;
  const own = ownDetail(result);
  // A failure says it itself.
  if (contested === undefined || result.action === 'Failed') return own;
  const { repairs, interference, deletions = 0 } = contested;
  const changes = deletions < repairs ? describeInterference(interference) : 'it was deleted each time';
  const often = `${counted(repairs, 'time')} in this run${changes === '' ? '' : `: ${changes}`}`;
  return result.action === 'Recovered' ? often : `${own ?? result.action}; repaired ${often}`;
}

/** What the action itself tells beyond its word. */
function ownDetail(result: ObjectAction): string | undefined {
  switch (result.action) {
    case 'Recovered':
      return result.interference.length === 0 ? undefined : describeInterference(result.interference);
    case 'Collision':
    case 'Replaced':
    case 'Released':
    case 'Waiting':
    case 'Failed':
      return actionReason(result);
    default:
      return undefined;
  }
}

function describeInterference(interference: readonly Interference[]): string {
  const parts = interference.slice(0, 3).map(({ path, manager }) => (manager === undefined ? path : `${path} (changed by ${manager})`));
  return parts.join(', ') + (interference.length > 3 ? `, and ${interference.length - 3} more` : '');
}
