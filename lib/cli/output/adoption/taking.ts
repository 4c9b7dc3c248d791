/** What is taken over, from whom, and what is not: before the plan, and before the run. Pure. */
import { displayName } from '../../../api';
import { APPLIERS, type Edit, leftOutText, type Holder, type LeftOutReason, type Taking } from '../../../adoption';
import { fieldPathText } from '../../../runtime';
import { counted } from '../terminal/table';

/** Fields and objects that a line lists. */
const SHOWN = 5;

export function takingLines({ seen, edits, leftOut, holders, managers }: Taking): readonly string[] {
  return [
    `${counted(seen.length, 'object')} to take over, as ${seen.length === 1 ? 'it runs' : 'they run'}`,
    ...holders.map((holder) => `  ${holderText(holder, managers)}`),
    ...section('Changed since by others: kept as it is, and set as the package says by its next apply', edited(edits, isOther)),
    ...section('In no manifest: kept as it is, and removed by the next apply of the package, unless that has it', edited(edits, isUnnamed)),
    ...section('Left alone', leftOut.map(({ ref, reason }) => `${displayName(ref)}: ${leftOutText(reason)}`)),
  ];
}

function isUnnamed({ type }: Edit): boolean {
  return type === 'unnamed';
}

function isOther(edit: Edit): boolean {
  return !isUnnamed(edit);
}

function edited(edits: Taking['edits'], isMeant: (edit: Edit) => boolean): readonly string[] {
  return edits.flatMap(({ ref, fields }) => {
    const meant = fields.filter(isMeant);
    if (meant.length === 0) return [];
    const paths = meant.slice(0, SHOWN).map(({ path, type }) => `${fieldPathText(path)}${type === 'missing' ? ' (removed)' : ''}`);
    const more = meant.length > SHOWN ? `, and ${meant.length - SHOWN} more` : '';
    return [`${displayName(ref)}: ${paths.join(', ')}${more}`];
  });
}

function holderText({ manager, operation, objects }: Holder, managers: readonly string[]): string {
  const tool = Object.hasOwn(APPLIERS, manager) ? ` (${APPLIERS[manager] ?? ''})` : '';
  const becomes = managers.includes(manager) ? 'becomes ours' : 'stays';
  return `${manager}${tool}, ${operation}: what it holds of ${counted(objects.length, 'object')} ${becomes}`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

/** The same for programs. Values are in none of it. */
export function takingDocument({ seen, edits, leftOut, holders, managers }: Taking): object {
  return {
    objects: seen.length,
    managers: holders.map(({ manager, operation, objects }) => (
      { manager, operation, objects: objects.length, replaced: managers.includes(manager) })),
    edits: edits.map(({ ref, fields }) => ({ ...ref, fields: fields.map(({ path, type }) => ({ path: fieldPathText(path), type })) })),
    leftOut: leftOut.map(({ ref, reason }) => ({ ...ref, reason: reason.type, ...whose(reason) })),
  };
}

function whose(reason: LeftOutReason): object {
  if (reason.type === 'other-release') return { release: `${reason.namespace}/${reason.release}` };
  return reason.type === 'controlled' ? { by: reason.by } : {};
}
