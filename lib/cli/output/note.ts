import { printMessage } from './terminal/sink';

/** A line for people, on standard error, where it is not taken for the result. */
export function note(text: string): void {
  printMessage(text);
}
