/** How what a stream shows of an object changes what is known of it. Pure; nothing is decided here beyond what the event itself says. */
import { doubted, type Entry, type Knowledge } from '../state/entry';
import { isNewer, isSurelyNewer, type ObjectView } from '../view';
import { nothing, shown, writtenIn } from './knowledge';

/** The object as a stream or a read shows it. Older than what we know, or than our own last write: ignored. */
export function absorbView(entry: Entry, view: ObjectView): Entry {
  const { knowledge } = entry;
  const known = [...versionsOf(knowledge), knowledge.vanishedAt];
  if (known.some((version) => version !== undefined && isSurelyNewer(version, view.resourceVersion))) return entry;
  return { ...entry, knowledge: shown(view, knowledge.needsRead, writtenIn(knowledge)) };
}

/**
 * A stream no longer shows it. Only a stream by name knows that it is gone; another may have lost sight of the label. And what
 * vanished may be an earlier state than the one we know: then only a live read can tell.
 */
export function absorbVanished(entry: Entry, exact: boolean, resourceVersion: string | undefined): Entry {
  const { knowledge } = entry;
  const noted = vanished(entry, resourceVersion);
  if (knowledge.presence === 'absent') {
    // It may have been made by a request whose answer is still under way: that answer is out of date then.
    const isLater = resourceVersion !== undefined && (knowledge.vanishedAt === undefined || isNewer(resourceVersion, knowledge.vanishedAt));
    return isLater ? noted : entry;
  }
  const isOld = versionsOf(knowledge)
    .some((known) => known !== undefined && resourceVersion !== undefined && isNewer(known, resourceVersion));
  if (isOld) return doubted(entry);
  return exact ? absent(noted) : doubted(noted);
}

/**
 * A stream has just shown everything that it selects, as of `resourceVersion`, but not this object.
 * @param leaving it has to go: it may well have gone before the stream began
 */
export function absorbUnseen(entry: Entry, exact: boolean, resourceVersion: string | undefined, leaving: boolean): Entry {
  const { knowledge } = entry;
  const noted = vanished(entry, resourceVersion);
  // What is on record as existing is not believed gone because a stream did not show it: a record that loses it would leak it.
  if (knowledge.presence === 'unknown') return absent(noted, exact && !(leaving && entry.record?.uid !== undefined));
  if (knowledge.presence === 'absent') return noted;
  const { view } = knowledge;
  if (resourceVersion !== undefined) return isSurelyNewer(view.resourceVersion, resourceVersion) ? entry : doubted(noted);
  return leaving || view.terminating ? { ...entry, knowledge: { ...knowledge, needsRead: true, unseen: true } } : entry;
}

export function absent(entry: Entry, confirmed = true): Entry {
  return { ...entry, knowledge: nothing(entry.knowledge, confirmed, entry.knowledge.needsRead) };
}

function vanished(entry: Entry, vanishedAt: string | undefined): Entry {
  return vanishedAt === undefined ? entry : { ...entry, knowledge: { ...entry.knowledge, vanishedAt } };
}

/** Of our last write, and of what we know of it. */
function versionsOf(known: Knowledge): readonly (string | undefined)[] {
  return [writtenIn(known), known.presence === 'present' ? known.view.resourceVersion : undefined];
}
