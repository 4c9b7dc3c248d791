/**
 * The named types of one file. Every object becomes one; those that look alike in several places are one type, which keeps the types of
 * large CRDs, where a Pod stands many times, small, and lets one value be used in all these places.
 */
import { defined } from '../../defined';
import { capitalised, freeName } from './names';
import { childrenOf, type Shape, type TypeId, withoutComment } from './shape';

/** Where a type is used: the name of the type at the root, then properties. */
export type TypePath = readonly string[];

interface Entry {
  shape: Shape | undefined;
  readonly fixedName?: string;
  readonly paths: TypePath[];
}

export interface NamedShape {
  readonly id: TypeId;
  readonly name: string;
  readonly shape: Shape;
}

export class TypeTable {
  private readonly entries: Entry[] = [];
  private readonly byContent = new Map<string, TypeId>();

  /** @param prefix what the names of types begin with that are used in several places */
  constructor(private readonly prefix: string) {}

  /** A type with a name of its own, whatever others look like. Its shape may come later, since it may refer to itself. */
  declare(fixedName: string | undefined, path: TypePath, shape?: Shape): TypeId {
    return this.entries.push({ shape, paths: [path], ...defined({ fixedName }) }) - 1;
  }

  complete(id: TypeId, shape: Shape): void {
    const entry = this.entries[id];
    if (entry !== undefined) entry.shape = shape;
  }

  /** The type that looks like this, a new one for the first; its comment belongs to the place of use. */
  intern(shape: Shape, path: TypePath): TypeId {
    const content = JSON.stringify(withoutComment(shape));
    const known = this.byContent.get(content);
    if (known !== undefined) {
      this.entries[known]?.paths.push(path);
      return known;
    }
    const id = this.entries.push({ shape: withoutComment(shape), paths: [path] }) - 1;
    this.byContent.set(content, id);
    return id;
  }

  shapeOf(id: TypeId): Shape | undefined {
    return this.entries[id]?.shape;
  }

  /**
   * The types that these reach, these first, each before those that it is the first to use; all with their names.
   * @param taken names that no type may have, besides those that are fixed
   */
  reachedFrom(roots: readonly TypeId[], taken: readonly string[] = []): NamedShape[] {
    const order = new Set<TypeId>();
    const waiting = [...roots].reverse();
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (order.has(id)) continue;
      order.add(id);
      waiting.push(...referencesOf(this.entries[id]?.shape ?? {}).reverse());
    }
    const names = this.namesOf([...order], taken);
    return [...order].map((id) => ({ id, name: names.get(id) ?? '', shape: this.entries[id]?.shape ?? {} }));
  }

  /**
   * The shortest end of its path that no other type has, behind the name of the root, or the prefix where it is used below several roots:
   * `ScaledObjectTriggers` for `spec.triggers`.
   */
  private namesOf(ids: readonly TypeId[], reserved: readonly string[]): Map<TypeId, string> {
    const taken = new Set([...reserved, ...ids.flatMap((id) => this.entries[id]?.fixedName ?? [])]);
    const owners = new Map<string, Set<TypeId>>();
    for (const id of ids.filter((each) => this.entries[each]?.fixedName === undefined)) {
      const { paths, root } = this.placeOf(id);
      for (const name of paths.flatMap((path) => endsOf(root, path))) owners.set(name, (owners.get(name) ?? new Set()).add(id));
    }
    const pickName = (id: TypeId): string => {
      const { paths, root } = this.placeOf(id);
      const candidates = [...(paths.length > 1 ? endsOf(root, commonEnd(paths)) : []), ...endsOf(root, paths[0] ?? [])];
      return freeName(candidates.find((name) => owners.get(name)?.size === 1 && !taken.has(name)) ?? candidates.at(-1) ?? root, taken);
    };
    return new Map(ids.map((id) => [id, this.entries[id]?.fixedName ?? pickName(id)]));
  }

  /** The paths below the root, and what stands for the root. */
  private placeOf(id: TypeId): { readonly paths: readonly TypePath[]; readonly root: string } {
    const { paths = [] } = this.entries[id] ?? {};
    const roots = new Set(paths.map(([root]) => root));
    return { paths: paths.map((path) => path.slice(1)), root: roots.size === 1 ? (paths[0]?.[0] ?? this.prefix) : this.prefix };
  }
}

function endsOf(root: string, path: TypePath): string[] {
  return path.map((_, index) => shortened(`${root}${path.slice(-1 - index).map(capitalised).join('')}`));
}

/** In the order in which they stand there. */
function referencesOf(shape: Shape): TypeId[] {
  return [...(shape.reference === undefined ? [] : [shape.reference]), ...childrenOf(shape).flatMap(referencesOf)];
}

/** Longest name; those of deep schemas may be longer. */
const LONGEST = 120;

function shortened(name: string): string {
  return name.slice(0, LONGEST);
}

/** The last segments that all paths have. */
function commonEnd([first = [], ...others]: readonly TypePath[]): TypePath {
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && same < other.length && first.at(-1 - same) === other.at(-1 - same)) same += 1;
    length = same;
  }
  return length === 0 ? [] : first.slice(-length);
}
