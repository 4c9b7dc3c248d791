/** A line for people, on standard error, where it is not taken for the result. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
