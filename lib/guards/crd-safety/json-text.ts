/** JSON values as text: to compare them whatever the order of their keys, and to show them shortly. Without recursion. */
import { compareBytes } from '../../api/canonical-json';
import type { Budget } from './budget';

/** Keywords that say nothing about what is valid. */
export const DOCUMENTATION: ReadonlySet<string> = new Set(['description', 'title', 'example', 'externalDocs']);

/** Keywords whose value is no schema: a member `description` of a default is data. */
const DATA: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'example']);

type Piece = { readonly text: string } | { readonly value: unknown; readonly schema: boolean };

/**
 * One spelling of a value: keys sorted, absent members left out.
 * @param schema leave out what only documents: descriptions, titles, examples
 */
export function canonicalText(value: unknown, budget: Budget, schema = false): string {
  const out: string[] = [];
  const todo: Piece[] = [{ value, schema }];
  for (let piece = todo.pop(); piece !== undefined; piece = todo.pop()) {
    budget.spend(1);
    if ('text' in piece) out.push(piece.text);
    else for (const next of piecesOf(piece.value, piece.schema).reverse()) todo.push(next);
  }
  return out.join('');
}

function piecesOf(value: unknown, schema: boolean): Piece[] {
  if (Array.isArray(value)) {
    return [
      { text: '[' },
      ...value.flatMap((member: unknown, index): Piece[] => [{ text: index === 0 ? '' : ',' }, { value: member, schema }]),
      { text: ']' },
    ];
  }
  if (typeof value !== 'object' || value === null) return [{ text: JSON.stringify(value) ?? 'null' }];
  const members = Object.entries(value)
    .filter(([key, member]) => member !== undefined && !(schema && isDocumentation(key, member)))
    .sort(([a], [b]) => compareBytes(a, b));
  const pieces = members.flatMap(([key, member], index): Piece[] =>
    [{ text: `${index === 0 ? '' : ','}${JSON.stringify(key)}:` }, { value: member, schema: schema && !DATA.has(key) }]);
  return [{ text: '{' }, ...pieces, { text: '}' }];
}

/** A property that is called `description` has a schema; the keyword has text. */
function isDocumentation(key: string, value: unknown): boolean {
  return (
    DOCUMENTATION.has(key)
    && (typeof value === 'string'
      || key === 'example'
      || (key === 'externalDocs' && typeof value === 'object' && value !== null && 'url' in value))
  );
}

/** Longest text of a value in a message: the status of an object takes 32 KiB for all messages together. */
const SHOWN = 200;

export function shorten(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`;
}

/** The members of a list; of anything else none. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
