/**
 * A bound on the work for one check. Schemas come from strangers: they may be large, deep, or refer to one part a million times.
 * What is walked or written is paid for here; nothing in this folder recurses over a schema.
 */

/** Nodes that one check may visit. The largest definition in use has 20,000, the largest that the API server takes (3 MB) about 150,000. */
const NODES = 300_000;

export class OutOfBudget extends Error {}

export class Budget {
  constructor(private left = NODES) {}

  /** @throws OutOfBudget */
  spend(nodes: number): void {
    this.left -= nodes;
    if (this.left < 0) throw new OutOfBudget('the schemas are too large to be compared');
  }
}
