/**
 * Work that stands in line, in a line for each name: a few of each are under way at once, and a line that stands still delays no other. For
 * what others are asked for, by the name of the one who is asked.
 */
export class Lines {
  private readonly lines = new Map<string, { underWay: number; readonly next: (() => void)[] }>();

  /** @param atOnce of each line */
  constructor(private readonly atOnce: number) {}

  async in<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = this.lines.get(name) ?? { underWay: 0, next: [] };
    this.lines.set(name, line);
    if (line.underWay >= this.atOnce) await new Promise<void>((resolve) => line.next.push(resolve));
    else line.underWay += 1;
    try {
      return await work();
    } finally {
      // Whoever is next takes this place over.
      const next = line.next.shift();
      if (next !== undefined) next();
      else if ((line.underWay -= 1) === 0) this.lines.delete(name);
    }
  }
}
