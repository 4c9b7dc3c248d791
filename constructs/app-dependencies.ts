/** Which other revisions of an app a revision depends on: as cdk8s orders charts, and so as they are applied. */
import type { IConstruct } from 'constructs';
import { type EnclosingRevision, enclosingRevision } from './enclosing-revision';

/** The revisions of each app, by its root. Walking the tree would take part in what cdk8s does to it (see `DeclaredDependencies`). */
const known = new WeakMap<IConstruct, EnclosingRevision[]>();

/** To be called by the constructor of a revision. */
export function joinApp(revision: EnclosingRevision): void {
  const { root } = revision.node;
  known.set(root, [...(known.get(root) ?? []), revision]);
}

/**
 * Names of the extensions, sorted. Undefined: it is the only revision of its app, so that nothing is known of what it is applied with.
 *
 * @param dependencies what the author declared for each construct in the revision, and for itself
 */
export function neededRevisions(revision: EnclosingRevision, dependencies: readonly IConstruct[]): readonly string[] | undefined {
  const others = (known.get(revision.node.root) ?? []).filter((other) => other !== revision && isThere(other));
  if (others.length === 0) return undefined;
  const found = new Set<EnclosingRevision>();
  const seen = new Set<IConstruct>();
  const follow = (target: IConstruct): void => {
    if (seen.has(target)) return;
    seen.add(target);
    const within = enclosingRevision(target);
    if (within !== undefined) return void (within === revision || found.add(within));
    // A chart that is none of ours, or a construct around several: what is in it, and what that needs.
    for (const other of others) if (other.node.scopes.includes(target)) found.add(other);
    target.node.dependencies.forEach(follow);
  };
  dependencies.forEach(follow);
  return [...found].map(({ extension }) => extension).sort();
}

/** It may have been removed from the app again. */
function isThere({ node }: EnclosingRevision): boolean {
  return node.scopes.every(({ node: { scope, id } }, index) => index === 0 || scope?.node.tryFindChild(id) !== undefined);
}
