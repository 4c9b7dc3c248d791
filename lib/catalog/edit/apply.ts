/** Changes put into the files of a catalog: of each file only the documents that change, and of these only the piece that does. */
import { writeBlob } from '../write';
import type { BlobChange } from './changes';
import { withItem, withMember, withoutItem, withoutMember } from './text-edit';

/**
 * @param files content by path in the catalog
 * @returns those that change; a file without any document is left out of the catalog
 */
export function applyChanges(
  files: ReadonlyMap<string, Buffer>, changes: readonly BlobChange[],
): ReadonlyMap<string, Buffer | undefined> {
  const result = new Map<string, Buffer | undefined>();
  for (const path of new Set(changes.map(({ at }) => at.file))) {
    const content = files.get(path) ?? Buffer.alloc(0);
    const changed = changedFile(content, changes.filter(({ at }) => at.file === path));
    result.set(path, changed.toString('latin1').trim() === '' ? undefined : changed);
  }
  return result;
}

type InPlace = Exclude<BlobChange, { change: 'new-document' }>;

function changedFile(content: Buffer, changes: readonly BlobChange[]): Buffer {
  const inPlace = changes.filter((change): change is InPlace => change.change !== 'new-document');
  const places = new Map(inPlace.map(({ at }) => [at.offset, at]));
  let result = content;
  // From behind, so that offsets before stay right.
  for (const { offset, length } of [...places.values()].sort((a, b) => b.offset - a.offset)) {
    const own = inPlace.filter(({ at }) => at.offset === offset);
    const [before, after] = [result.subarray(0, offset), result.subarray(offset + length)];
    if (own.some(({ change }) => change === 'remove-document')) {
      result = Buffer.concat([withoutSeparator(before), withoutFirstBreak(after)]);
      continue;
    }
    const text = own.reduce(changedText, result.subarray(offset, offset + length).toString('utf8'));
    result = Buffer.concat([before, Buffer.from(text), after]);
  }
  return changes.reduce((text, change) => (change.change === 'new-document' ? appended(text, change) : text), result);
}

function changedText(text: string, change: InPlace): string {
  switch (change.change) {
    case 'set':
      return withMember(text, change.path, change.key, change.value);
    case 'unset':
      return withoutMember(text, change.path, change.key);
    case 'append':
      return withItem(text, change.path, change.value);
    case 'drop':
      return withoutItem(text, change.path, change.index);
    case 'remove-document':
      return text;
  }
}

/** The line of hyphens before a document belongs to it. */
function withoutSeparator(before: Buffer): Buffer {
  const text = before.toString('latin1');
  const match = /(?:^|\n)---[ \t]*(?:\r?\n)?$/.exec(text);
  return match === null ? before : before.subarray(0, match.index + (match[0].startsWith('\n') ? 1 : 0));
}

function withoutFirstBreak(after: Buffer): Buffer {
  return after[0] === 0x0a ? after.subarray(1) : after;
}

/** In the form of the file. */
function appended(content: Buffer, { at, blob }: Extract<BlobChange, { change: 'new-document' }>): Buffer {
  const text = content.toString('utf8');
  const syntax = text.trimStart().startsWith('{') || (text === '' && at.file.endsWith('.json')) ? 'json' : 'yaml';
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return Buffer.from(`${text}${end}${writeBlob(blob, syntax)}`);
}

