/** The lines of a text that is written as generators do. */

/** The text is not of this kind. */
export class Unusual extends Error {}

/** Whatever is a problem has its words from the parser. */
export function refuse(): never {
  throw new Unusual();
}

export class Lines {
  /** Where the first character of the current line stands that is no space, and how many spaces are in front of it. */
  at = 0;
  indent = -1;
  /** Where the next line begins. */
  next = 0;
  /** The current line ends a document, or there is none. */
  atEnd = false;

  constructor(readonly text: string) {}

  /** Goes to the next line that is neither empty nor a comment. */
  nextLine(): void {
    const { text } = this;
    for (;;) {
      const start = this.next;
      let at = start;
      while (text.charCodeAt(at) === 32) at += 1;
      if (at >= text.length) {
        [this.at, this.indent, this.atEnd, this.next] = [at, -1, true, text.length + 1];
        return;
      }
      const first = text[at];
      this.next = text.indexOf('\n', at) + 1;
      if (first === '\n' || first === '#') continue;
      this.at = at;
      this.indent = at - start;
      this.atEnd = this.isSeparator();
      if (!this.atEnd && (text.startsWith('---', start) || text.startsWith('...', start))) refuse();
      return;
    }
  }

  isSeparator(): boolean {
    return this.indent === 0 && this.text.startsWith('---\n', this.at);
  }

  isEntry(): boolean {
    return this.text[this.at] === '-' && this.isBlank(this.at + 1);
  }

  isBlank(at: number): boolean {
    return this.text[at] === ' ' || this.text[at] === '\n';
  }

  /** Goes to the line behind a value that ends here. */
  leave(end: number): void {
    const at = this.pastSpaces(end);
    if (this.text[at] !== '\n') refuse();
    this.next = at + 1;
    this.nextLine();
  }

  pastSpaces(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) === 32) at += 1;
    return at;
  }
}
