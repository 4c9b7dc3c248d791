/** What a program gave, of which nothing is certain: asked for its type, and named in messages. */

export type Fields = Readonly<Record<string, unknown>>;

/** A value as issues carry it: never the content of an object or a list. */
export type Given =
  | { readonly type: 'nothing' | 'list' | 'object' }
  | { readonly type: 'text'; readonly text: string }
  /** A number, a boolean, null, a function, …: as JavaScript writes it. */
  | { readonly type: 'other'; readonly written: string };

/** Input of which nothing is certain, as something whose members can be asked for. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function given(value: unknown): Given {
  if (value === undefined) return { type: 'nothing' };
  if (typeof value === 'string') return { type: 'text', text: value };
  if (typeof value === 'object' && value !== null) return { type: Array.isArray(value) ? 'list' : 'object' };
  return { type: 'other', written: String(value) };
}

/** For a message: short. */
export function formatGiven(value: Given): string {
  switch (value.type) {
    case 'nothing':
      return 'nothing';
    case 'list':
      return 'a list';
    case 'object':
      return 'an object';
    case 'text':
      return JSON.stringify(value.text.length > 70 ? `${value.text.slice(0, 70)}…` : value.text);
    case 'other':
      return value.written;
  }
}

/** A value for a message. */
export function shown(value: unknown): string {
  return formatGiven(given(value));
}
