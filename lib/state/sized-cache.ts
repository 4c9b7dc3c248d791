/** Values in memory up to a sum of sizes: beyond it those go that were used longest ago. */
export class SizedCache<T> {
  private readonly held = new Map<string, { readonly value: T; readonly size: number }>();
  private total = 0;

  /** @param limit of all sizes together, in the unit of the caller */
  constructor(private readonly limit: number) {}

  get(key: string): T | undefined {
    const known = this.held.get(key);
    if (known === undefined) return undefined;
    this.held.delete(key);
    this.held.set(key, known);
    return known.value;
  }

  /** What is larger than the limit is not held. */
  set(key: string, value: T, size: number): void {
    this.delete(key);
    if (size > this.limit) return;
    this.held.set(key, { value, size });
    this.total += size;
    for (const oldest of this.held.keys()) {
      if (this.total <= this.limit) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.total -= this.held.get(key)?.size ?? 0;
    this.held.delete(key);
  }
}
