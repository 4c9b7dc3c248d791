/** What a stream remembers of an object: enough to find out, after a new list, what is new, changed or gone. */
export interface StoreEntry {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly uid: string;
  /** As a number where that loses nothing: it takes no room of its own. Undefined: not believed any more. */
  version: number | string | undefined;
  /** Where its events go; undefined in a stream that does not route. */
  bucket: Bucket | undefined;
  /** The list that it was last seen in. */
  list: number;
}

/** The objects with one value of the label that a stream routes by. */
interface Bucket {
  readonly value: string;
  size: number;
}

/**
 * The objects of a stream, without their content: about 200 bytes each, so that a stream of 50,000 objects needs some MB.
 * Strings that many objects share (namespaces, label values) are kept once.
 */
export class ObjectStore {
  private readonly namespaces = new Map<string, Map<string, StoreEntry>>();
  private readonly buckets = new Map<string, Bucket>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** How many have this value of the routing label. */
  sizeOf(value: string): number {
    return this.buckets.get(value)?.size ?? 0;
  }

  get(namespace: string | undefined, name: string): StoreEntry | undefined {
    return this.namespaces.get(namespace ?? '')?.get(name);
  }

  add(
    namespace: string | undefined, name: string, uid: string, version: string | undefined, value: string | undefined, list: number,
  ): StoreEntry {
    let names = this.namespaces.get(namespace ?? '');
    if (names === undefined) this.namespaces.set(namespace ?? '', (names = new Map()));
    // The namespace of the first object serves for all of them.
    const shared = namespace === undefined ? undefined : (first(names)?.namespace ?? namespace);
    const entry = { name, namespace: shared, uid, version: compact(version), bucket: this.enter(value), list };
    names.set(name, entry);
    this.count += 1;
    return entry;
  }

  delete(entry: StoreEntry): void {
    const names = this.namespaces.get(entry.namespace ?? '');
    if (!names?.delete(entry.name)) return;
    if (names.size === 0) this.namespaces.delete(entry.namespace ?? '');
    this.leave(entry.bucket);
    this.count -= 1;
  }

  update(entry: StoreEntry, version: string | undefined, value: string | undefined): void {
    entry.version = compact(version);
    if (entry.bucket?.value === value) return;
    this.leave(entry.bucket);
    entry.bucket = this.enter(value);
  }

  /** Forgets which states were seen, not which objects: a comparison finds each of them changed. */
  distrust(): void {
    for (const entry of this) entry.version = undefined;
  }

  *[Symbol.iterator](): Generator<StoreEntry> {
    for (const names of this.namespaces.values()) yield* names.values();
  }

  private enter(value: string | undefined): Bucket | undefined {
    if (value === undefined) return undefined;
    let bucket = this.buckets.get(value);
    if (bucket === undefined) this.buckets.set(value, (bucket = { value, size: 0 }));
    bucket.size += 1;
    return bucket;
  }

  private leave(bucket: Bucket | undefined): void {
    if (bucket === undefined) return;
    bucket.size -= 1;
    if (bucket.size === 0) this.buckets.delete(bucket.value);
  }
}

export function versionOf(entry: StoreEntry): string | undefined {
  return entry.version === undefined ? undefined : String(entry.version);
}

function compact(version: string | undefined): number | string | undefined {
  const number = Number(version);
  return Number.isSafeInteger(number) && String(number) === version ? number : version;
}

function first<T>(map: ReadonlyMap<string, T>): T | undefined {
  for (const value of map.values()) return value;
  return undefined;
}
