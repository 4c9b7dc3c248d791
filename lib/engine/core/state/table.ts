/**
 * Values by key, for keys that are known from the start. A change makes a new table that shares all but two short lists with the one
 * before, so that a run of thousands of objects pays little for an event, and the states before it stay as they are.
 */

/** Values in one block. */
const BLOCK = 64;

export class Table<Value> {
  private constructor(
    private readonly positions: ReadonlyMap<string, number>,
    private readonly blocks: readonly (readonly Value[])[],
  ) {}

  static of<Value>(keys: Iterable<string>, valueOf: (key: string) => Value): Table<Value> {
    const positions = new Map<string, number>();
    const blocks: Value[][] = [];
    for (const key of new Set(keys)) {
      const position = positions.size;
      positions.set(key, position);
      if (position % BLOCK === 0) blocks.push([]);
      blocks[blocks.length - 1]?.push(valueOf(key));
    }
    return new Table(positions, blocks);
  }

  get size(): number {
    return this.positions.size;
  }

  has(key: string): boolean {
    return this.positions.has(key);
  }

  get(key: string): Value | undefined {
    const position = this.positions.get(key);
    return position === undefined ? undefined : this.blocks[Math.floor(position / BLOCK)]?.[position % BLOCK];
  }

  /** The table with another value for a key; the same table where it has no such key. */
  with(key: string, value: Value): Table<Value> {
    const position = this.positions.get(key);
    if (position === undefined) return this;
    const at = Math.floor(position / BLOCK);
    const block = [...(this.blocks[at] ?? [])];
    block[position % BLOCK] = value;
    const blocks = [...this.blocks];
    blocks[at] = block;
    return new Table(this.positions, blocks);
  }

  keys(): Iterable<string> {
    return this.positions.keys();
  }

  *values(): Generator<Value> {
    for (const block of this.blocks) yield* block;
  }

  *[Symbol.iterator](): Generator<readonly [string, Value]> {
    const values = this.values();
    for (const key of this.positions.keys()) {
      const { value, done } = values.next();
      if (done !== true) yield [key, value];
    }
  }
}
