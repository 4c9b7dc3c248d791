/** One name, one content: what a name that no one confirmed would put in the place of something else. */
import { displayName, isSamePlace, keyOf, sourceText, type ContentSource, type ObjectRef, type ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { keysOf, type Head } from '../../state';
import type { RefusalOptions } from '../options';

/** Content that has a name by chance, so it seems: another extension goes by it already. */
export interface OtherContent {
  readonly extension: string;
  /**
   * It has none of the objects that are installed; or it comes from another repository, or from another place and one of the two is a URL,
   * and some would be deleted.
   */
  readonly because: 'nothing-shared' | 'other-repository' | 'other-place';
  /** How many objects are installed. */
  readonly installed: number;
  /** Which of them would be deleted. */
  readonly deleted: readonly ObjectRef[];
  /** Where the installed content came from. Absent: not known. */
  readonly before?: ContentSource;
  /** Where this content comes from. Absent: not known. */
  readonly now?: ContentSource;
}

type Options = Pick<RefusalOptions, 'guessedName'> & { readonly orphan?: boolean };

/**
 * Namespaces are shared by what has nothing else in common, so they say nothing as long as there are other objects. An extension that is
 * being deleted loses its objects in any case. Pure.
 */
export function otherContent(revision: ResolvedRevision, head: Head | undefined, options: Options): OtherContent | undefined {
  if (options.guessedName !== true || options.orphan === true || head === undefined || head.deleting === true) return undefined;
  const kept = keysOf(revision);
  const installed = head.inventory.filter(({ uid, finished }) => uid !== undefined && finished !== true);
  const deleted = installed.filter(({ ref, orphan }) => orphan !== true && !kept.has(keyOf(ref))).map(({ ref }) => ref);
  if (deleted.length === 0) return undefined;
  const telling = installed.filter(({ ref }) => ref.kind !== 'Namespace');
  const isShared = (telling.length === 0 ? installed : telling).some(({ ref }) => kept.has(keyOf(ref)));
  const before = head.revisions.find(({ source }) => source !== undefined)?.source;
  const now = revision.source;
  const isSamePackage = revision.packageName !== undefined && revision.packageName === head.packageName;
  const isElsewhere = !isSamePackage && before !== undefined && now !== undefined && !isSamePlace(before, now);
  if (isShared && !isElsewhere) return undefined;
  const hasUrl = [before, now].some((source) => source !== undefined && 'url' in source);
  const because = !isShared ? 'nothing-shared' : hasUrl ? 'other-place' : 'other-repository';
  return { extension: revision.extension, because, installed: installed.length, deleted, ...defined({ before, now }) };
}

/** Objects that the message names. */
const NAMED = 3;

export function otherContentError({ extension, because, installed, deleted, before, now }: OtherContent): BoxcutterError {
  const places = before === undefined || now === undefined || sourceText(before) === sourceText(now)
    ? undefined
    : `it came from ${sourceText(before)}, and this comes from ${sourceText(now)}`;
  const shared = because === 'nothing-shared' ? 'this content has none of its objects' : undefined;
  const what = `An extension "${extension}" is installed already: ${[places, shared].flatMap((part) => part ?? []).join('; ')}.`;
  const names = deleted.slice(0, NAMED).map(displayName).join(', ');
  const more = deleted.length > NAMED ? ` and ${deleted.length - NAMED} more` : '';
  const count = deleted.length === installed ? (installed === 1 ? 'its only object' : `all ${installed} of its objects`)
    : `${deleted.length} of its ${installed} objects`;
  const text = `${what} It would take its place, and ${count} would be deleted: ${names}${more}. Nothing was changed.`;
  return new BoxcutterError('content-differs', 'input', text, {
    hint: ({ option }) => `If this is another extension, give it another name: ${option('extension', 'NAME')} (a Revision of the DSL: `
      + 'its id). '
      + `To replace what is installed, confirm that: ${option('extension', extension)}.`,
    details: { because, installed, deleted: deleted.map(displayName), ...defined({ before, now }) },
  });
}

/** @throws BoxcutterError `content-differs` (input) */
export function refuseOtherContent(revision: ResolvedRevision, head: Head | undefined, options: Options): void {
  const other = otherContent(revision, head, options);
  if (other !== undefined) throw otherContentError(other);
}
