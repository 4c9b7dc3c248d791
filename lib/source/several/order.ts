/** Several revisions in the order in which they are applied: what one needs comes before it. Pure. */
import type { ResolvedRevision } from '../../api';
import { BoxcutterError } from '../../errors';

type Named = Pick<ResolvedRevision, 'extension' | 'dependsOn'>;

/**
 * The given order is kept where no dependency asks for another one. What is needed and not among them may be installed already.
 * @throws BoxcutterError `input-several` (input) for those that need each other
 */
export function inDependencyOrder<T>(all: readonly T[], revisionOf: (one: T) => Named): readonly T[] {
  const byName = new Map(all.map((one) => [revisionOf(one).extension, one]));
  const ordered = new Set<T>();
  const place = (one: T, path: readonly string[]): void => {
    if (ordered.has(one)) return;
    const { extension, dependsOn = [] } = revisionOf(one);
    const again = path.indexOf(extension);
    if (again >= 0) throw circle([...path.slice(again), extension]);
    for (const name of dependsOn) {
      const needed = byName.get(name);
      if (needed !== undefined) place(needed, [...path, extension]);
    }
    ordered.add(one);
  };
  for (const one of all) place(one, []);
  return [...ordered];
}

function circle(names: readonly string[]): BoxcutterError {
  return new BoxcutterError('input-several', 'input', `These extensions depend on each other: ${names.join(' → ')}.`, {
    hint: 'Declare the dependency in one direction only.',
    details: { circle: names },
  });
}

/**
 * What keeps a revision from being applied, once some of those before it were not done: one that it needs; the first of them where it is
 * not known what it needs. Undefined: nothing does.
 */
export function heldBackBy({ dependsOn }: Named, notDone: readonly string[]): string | undefined {
  return dependsOn === undefined ? notDone[0] : dependsOn.find((name) => notDone.includes(name));
}
