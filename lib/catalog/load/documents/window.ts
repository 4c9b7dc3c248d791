/** The part of a file that is looked at: pieces are put behind one another, and what is done with is forgotten. */
export class Window {
  private buffer = Buffer.allocUnsafeSlow(2 * 1024 * 1024);
  /** The first byte that is still needed. */
  start = 0;
  /** Behind the last byte. */
  end = 0;
  /** Where the first byte of the buffer stands in the file. */
  private base = 0;

  /** Valid until the next `add`. */
  get bytes(): Buffer {
    return this.buffer;
  }

  /** For another file. */
  clear(): void {
    [this.start, this.end, this.base] = [0, 0, 0];
  }

  get size(): number {
    return this.end - this.start;
  }

  /** Where an index of `bytes` is in the file. */
  offset(index: number): number {
    return this.base + index;
  }

  /** @returns by how much indexes have moved towards the beginning */
  add(chunk: Buffer): number {
    let moved = 0;
    if (this.buffer.length - this.end < chunk.length) {
      moved = this.start;
      if (this.buffer.length - this.size < chunk.length) {
        const larger = Buffer.allocUnsafeSlow(2 * (this.size + chunk.length));
        this.buffer.copy(larger, 0, this.start, this.end);
        this.buffer = larger;
      } else this.buffer.copyWithin(0, this.start, this.end);
      this.base += moved;
      this.end -= moved;
      this.start = 0;
    }
    chunk.copy(this.buffer, this.end);
    this.end += chunk.length;
    return moved;
  }
}
