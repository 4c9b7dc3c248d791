/** Changes of single values in the text of a document; all else stays as it is, variables and quotation marks among it. */
import { type PlacedEntry, type PlacedMapping, type PlacedScalar, type PlacedValue, placedValue } from '../../yaml/places';
import { providerError } from './error';

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Placed {
  readonly text: string;
  readonly root: PlacedMapping;
}

/** @throws BoxcutterError `capi-provider` (input): it cannot be changed as long as variables stand in it */
export function placedDocument(document: string, where: string): Placed {
  try {
    const { text, value } = placedValue(document);
    if (value?.type === 'mapping') return { text, root: value };
  } catch (error) {
    throw unreadable(where, error);
  }
  throw unreadable(where);
}

function unreadable(where: string, cause?: unknown): Error {
  const hint = 'Put quotation marks around values with variables.';
  return providerError(where, 'it is no YAML before its variables are replaced', hint, cause);
}

export function edited(text: string, edits: readonly Edit[]): string {
  // From behind, so that offsets before stay right.
  const backwards = [...edits].sort((a, b) => b.start - a.start);
  return backwards.reduce((all, { start, end, text: by }) => all.slice(0, start) + by + all.slice(end), text);
}

export function entryIn(value: PlacedValue | undefined, key: string): PlacedEntry | undefined {
  return value?.type === 'mapping' ? value.entries.find(({ key: { text } }) => text === key) : undefined;
}

/** What is at a path; `*` are all items of a list. */
export function valuesAt(value: PlacedValue | undefined, ...path: readonly string[]): readonly PlacedValue[] {
  const [step, ...rest] = path;
  if (value === undefined) return [];
  if (step === undefined) return [value];
  if (step === '*') return value.type === 'list' ? value.items.flatMap((item) => valuesAt(item, ...rest)) : [];
  return valuesAt(entryIn(value, step)?.value, ...rest);
}

export function textAt(value: PlacedValue | undefined, ...path: readonly string[]): string | undefined {
  const [found] = valuesAt(value, ...path);
  return found?.type === 'scalar' ? found.text : undefined;
}

export function replacing({ start, end }: PlacedScalar, by: string): Edit {
  return { start, end, text: JSON.stringify(by) };
}

/** A member more, before the others. */
export function adding(text: string, { start, isFlow, entries: [first] }: PlacedMapping, member: string): Edit {
  if (isFlow) return { start: start + 1, end: start + 1, text: first === undefined ? member : `${member}, ` };
  const at = first?.key.start ?? start;
  const column = at - (text.lastIndexOf('\n', at - 1) + 1);
  return { start: at, end: at, text: `${member}\n${' '.repeat(column)}` };
}
