/** A word of a command line, as a shell takes it for one: for hints that can be copied. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-][\w@%+=:,./~-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
