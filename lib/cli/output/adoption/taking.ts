/** What is taken over, from whom, and what is not: before the plan, and before the run. Pure. */
import { displayName } from '../../../api';
import { APPLIERS, leftOutText, type Holder, type LeftOutReason, type Taking } from '../../../adoption';
import { fieldPathText } from '../../../runtime';
import { counted } from '../terminal/table';

/** Fields and objects that a line lists. */
const SHOWN = 5;

/** @param managers that are replaced */
export function takingLines({ seen, edits, leftOut, holders }: Taking, managers: readonly string[]): readonly string[] {
  return [
    `${counted(seen.length, 'object')} to take over, as ${seen.length === 1 ? 'it runs' : 'they run'}`,
    ...holders.map((holder) => `  ${holderText(holder, managers)}`),
    ...section('Changed since by others: kept as it is, and set as the package says by its next apply', edits.map(({ ref, fields }) => {
      const paths = fields.slice(0, SHOWN).map(({ path, type }) => `${fieldPathText(path)}${type === 'missing' ? ' (removed)' : ''}`);
      const more = fields.length > SHOWN ? `, and ${fields.length - SHOWN} more` : '';
      return `${displayName(ref)}: ${paths.join(', ')}${more}`;
    })),
    ...section('Left alone', leftOut.map(({ ref, reason }) => `${displayName(ref)}: ${leftOutText(reason)}`)),
  ];
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
export function takingDocument({ seen, edits, leftOut, holders }: Taking, managers: readonly string[]): object {
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
