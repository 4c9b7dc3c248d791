/** HTML as a type of its own: what is put into a template is text and gets escaped, unless it was made by a template itself. */
import { plain } from '../../../plain-text';

/** Markup of ours. Only {@link html} and {@link ours} make it. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | undefined | readonly Html[];

/** Text of others as it may stand in an element, or in an attribute in quotes. What would turn or hide the text is spelled out. */
export function escaped(text: string): string {
  return plain(text).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A template: `` html`<b>${name}</b>` ``. Undefined is nothing. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = parts.map((part, index) => `${textOf(part)}${literals[index + 1] ?? ''}`);
  return new Html(`${literals[0] ?? ''}${text.join('')}`);
}

/** A constant of ours, as it is: style and script. Never anything that was read. */
export function ours(constant: string): Html {
  return new Html(constant);
}

function textOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escaped(String(part));
}
