/** What follows from a part, found out once for each name of what happens to it. */
export class Memory<Part extends object, Result> {
  private readonly known = new WeakMap<Part, Map<string, Result>>();

  of(part: Part, name: string, find: () => Result): Result {
    let ofPart = this.known.get(part);
    if (ofPart === undefined) {
      ofPart = new Map();
      this.known.set(part, ofPart);
    }
    const before = ofPart.get(name);
    if (before !== undefined) return before;
    const result = find();
    ofPart.set(name, result);
    return result;
  }
}
