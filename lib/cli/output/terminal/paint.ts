import { randomBytes } from 'node:crypto';
import picocolors from 'picocolors';



/** Gives a text with marks for its colour; what prints it makes colours of them. */
export type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', (text: string) => string>>;

/** In place of the escape character until the text is printed; other text cannot contain it, since it is random and never shown. */
const MARK = `\uFDD0${randomBytes(8).toString('hex')}`;
const ESCAPE = '\u001B';

/** Colours for a stream: only on a terminal, and not when NO_COLOR says so. */
export function paint(stream: { readonly isTTY?: boolean }): Paint {
  const isCapable = stream.isTTY === true && process.env['NO_COLOR'] === undefined && process.env['TERM'] !== 'dumb';
  const wanted = process.env['FORCE_COLOR'] !== undefined || isCapable;
  const colours = picocolors.createColors(wanted);
  const { bold, dim, red, green, yellow, cyan } = colours;
  return {
    bold: marking(bold), dim: marking(dim), red: marking(red), green: marking(green), yellow: marking(yellow), cyan: marking(cyan),
  };
}

/** The colours that the marks in a text stand for. */
export function coloured(text: string): string {
  return text.replaceAll(MARK, ESCAPE);
}

/** What a colour begins and ends with, as marks; one within another is begun again where the inner one ends. */
function marking(colour: (text: string) => string): (text: string) => string {
  const [open = '', close = ''] = colour('|').replaceAll(ESCAPE, MARK).split('|');
  return (text) => (close === '' ? text : `${open}${text.replaceAll(close, `${close}${open}`)}${close}`);
}
