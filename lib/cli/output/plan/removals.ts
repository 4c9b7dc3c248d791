/** What a plan says of objects that go. Pure. */
import { displayName } from '../../../api';
import { contentsText } from '../../../guards';
import { actionReason, type PlannedRemoval } from '../../../runtime';
import { wrap } from '../terminal/wrap';
import type { PlanTextOptions } from './options';

export function removalLines(removals: readonly PlannedRemoval[], options: PlanTextOptions): readonly string[] {
  const { paint, width } = options;
  const going = removals.filter(({ action }) => action !== 'gone');
  if (going.length === 0) return [];
  const lines = going.flatMap((removal) => {
    const { action, loss } = removal;
    return [
      ...wrap(removalText(removal), 2, width, 4).map(action === 'delete' || action === 'collision' ? paint.red : paint.dim),
      ...(loss === undefined ? [] : wrap(`would also delete data: ${contentsText(loss)}`, 6, width).map(paint.red)),
    ];
  });
  return ['', paint.bold('Removed when all phases are complete'), ...lines];
}

const GOING = { delete: '', orphan: '  let go of, it lives on', release: '  only forgotten', gone: '', collision: '  collision' } as const;
const LEAVING_SIGNS = { delete: '-', orphan: '=', release: '=', gone: '=', collision: '!' } as const;

function removalText({ ref, action, because }: PlannedRemoval): string {
  return `${LEAVING_SIGNS[action]} ${displayName(ref)}${GOING[action]}${because === undefined ? '' : `: ${actionReason(because)}`}`;
}
