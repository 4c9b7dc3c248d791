/** Random choices that a seed repeats, on every machine. */
export class Random {
  private state: number;

  constructor(...seeds: readonly number[]) {
    this.state = 0x9e3779b9;
    for (const seed of seeds) {
      this.state = Math.imul(this.state ^ seed, 0x85ebca6b) >>> 0;
      this.next();
    }
  }

  /** Between 0 (inclusive) and 1 (exclusive); the generator is mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Whole, both ends inclusive. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T {
    return from[Math.floor(this.next() * from.length)] as T;
  }

  /** One by weight. */
  weighted<T>(from: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.next() * from.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of from) {
      left -= weight;
      if (left < 0) return value;
    }
    return (from.at(-1) as readonly [number, T])[1];
  }

  shuffled<T>(from: readonly T[]): T[] {
    const items = [...from];
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.between(0, last);
      [items[last], items[other]] = [items[other] as T, items[last] as T];
    }
    return items;
  }

  /** Some of them, in the given order. */
  some<T>(from: readonly T[], probability = 0.5): T[] {
    return from.filter(() => this.chance(probability));
  }

  /** `{ [key]: value }` now and then, else nothing: to be spread into an object. */
  maybe<T>(key: string, value: () => T, probability = 0.4): Record<string, T> {
    return this.chance(probability) ? { [key]: value() } : {};
  }
}
