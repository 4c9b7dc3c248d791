/**
 * Dependencies of constructs (`a.node.addDependency(b)`) as order between objects, read without cdk8s' own walk, whose time
 * grows exponentially with the layers.
 */
import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';

/**
 * Keeps what authors declared apart from what cdk8s infers. While it synthesises, cdk8s writes dependencies into the tree:
 * from every chart to the charts in it, between every two charts that have objects with a dependency, and then from every
 * object of the one to every object of the other. Within a revision that would be an order that the author did not ask for.
 *
 * cdk8s begins with a walk over the tree, so each walk is the moment to remember what is there. That cdk8s has been at work
 * since shows in all that it would infer from what is remembered being there: an author who declares a dependency between
 * two charts does not also declare one between every two objects of them.
 */
export class DeclaredDependencies {
  private remembered = new Map<IConstruct, ReadonlySet<IConstruct>>();
  private inferable: Inferable = { between: [], all: [] };
  private readonly ignored = new Map<IConstruct, Set<IConstruct>>();

  /** What a construct depends on because its author says so. */
  of(construct: IConstruct): IConstruct[] {
    const ignored = this.ignored.get(construct);
    return construct.node.dependencies.filter((target) => !ignored?.has(target));
  }

  /** To be called at every walk over the tree. `constructs`: the revision and everything in it. */
  remember(constructs: readonly IConstruct[]): void {
    if (constructs.filter(Chart.isChart).length > 1 && !this.isDisturbed(constructs)) {
      this.remembered = new Map(constructs.map((construct) => [construct, new Set(this.of(construct))]));
      this.inferable = inferableFrom(this.remembered);
    }
  }

  /** Takes out of the tree what cdk8s has added since the last walk, or ignores it where constructs is too old for that. */
  restore(constructs: readonly IConstruct[]): void {
    if (!this.isDisturbed(constructs)) return;
    const inside = new Set(constructs);
    for (const construct of constructs) {
      for (const target of this.of(construct)) {
        if (inside.has(target) && !this.remembered.get(construct)?.has(target)) this.drop(construct, target);
      }
    }
  }

  private drop(construct: IConstruct, target: IConstruct): void {
    const node = construct.node as Partial<Pick<IConstruct['node'], 'removeDependency'>>;
    if (node.removeDependency) return node.removeDependency(target);
    const ignored = this.ignored.get(construct) ?? new Set();
    this.ignored.set(construct, ignored.add(target));
  }

  private isDisturbed(constructs: readonly IConstruct[]): boolean {
    const inside = new Set(constructs);
    const now = new Map<IConstruct, ReadonlySet<IConstruct>>();
    const depends = ([source, target]: Edge): boolean => {
      const targets = now.get(source) ?? new Set(this.of(source));
      now.set(source, targets);
      return targets.has(target);
    };
    const present = (edges: readonly Edge[]): Edge[] => edges.filter((edge) => edge.every((end) => inside.has(end)));
    const nesting = present(this.inferable.all);
    if (nesting.length > 0 && nesting.every(depends)) return true;
    const between = present(this.inferable.between);
    return between.length > 0 && between.every((edge) => depends(edge) && pairsOf(edge, this.remembered).every(depends));
  }
}

/** The first depends on the second. */
type Edge = readonly [source: IConstruct, target: IConstruct];

/** Dependencies between charts that cdk8s will write, as far as they are not there anyway. */
interface Inferable {
  /** Of charts that contain another, the revision apart, and of charts with objects that have a dependency. */
  readonly between: readonly Edge[];
  /** Of all charts that contain another. A revision that is sealed already hides its own charts from this. */
  readonly all: readonly Edge[];
}

function inferableFrom(remembered: ReadonlyMap<IConstruct, ReadonlySet<IConstruct>>): Inferable {
  const [revision] = remembered.keys();
  const isNew = ([source, target]: Edge): boolean => {
    const targets = remembered.get(source);
    return source !== target && remembered.has(target) && targets !== undefined && !targets.has(target);
  };
  const nested = [...remembered.keys()].flatMap((construct): Edge[] => {
    const { scope } = construct.node;
    return Chart.isChart(construct) && scope && Chart.isChart(scope) ? [[scope, construct]] : [];
  });
  const all = nested.filter(isNew);
  const between = [...remembered].flatMap(([source, targets]) => [...targets].map((target): Edge => [source, target]));
  const charts = between.filter(([, target]) => remembered.has(target))
    .map(([source, target]): Edge => [Chart.of(source), Chart.of(target)]);
  return { between: distinct([...all.filter(([parent]) => parent !== revision), ...charts.filter(isNew)]), all };
}

function distinct(edges: readonly Edge[]): Edge[] {
  const targets = new Map<IConstruct, Set<IConstruct>>();
  for (const [source, target] of edges) targets.set(source, (targets.get(source) ?? new Set()).add(target));
  return [...targets].flatMap(([source, ends]) => [...ends].map((target): Edge => [source, target]));
}

/**
 * What cdk8s makes of a dependency between charts: every object of the one on every object of the other, charts within apart.
 * Nothing that is certain for the revision itself, which may be sealed.
 */
function pairsOf([source, target]: Edge, remembered: ReadonlyMap<IConstruct, unknown>): Edge[] {
  const [revision] = remembered.keys();
  if (source === revision || target === revision) return [];
  const objects = [...remembered.keys()].filter(ApiObject.isApiObject);
  const objectsOf = (chart: IConstruct): ApiObject[] => objects.filter((object) => Chart.of(object) === chart);
  const targets = objectsOf(target);
  return objectsOf(source).flatMap((object) => targets.map((other): Edge => [object, other]));
}

/** One object before another. */
export interface ObjectOrder {
  readonly first: ApiObject;
  readonly then: ApiObject;
}

/**
 * Order between single objects: for `a` depending on `b`, every object in `b` comes before every object in `a`. Where one
 * contains the other, the objects that both have are left out. Targets outside of `constructs` are not ours to order.
 *
 * @param constructs everything in the revision, without the revision itself
 * @param explicit pairs beside the dependencies: the first comes before the second
 */
export function objectOrder(
  constructs: readonly IConstruct[],
  dependencies: DeclaredDependencies,
  explicit: readonly (readonly [IConstruct, IConstruct])[],
): ObjectOrder[] {
  const objects = objectsByScope(constructs);
  const seen = new Map<ApiObject, Set<ApiObject>>();
  const result: ObjectOrder[] = [];
  const add = (before: IConstruct, after: IConstruct): void => {
    const firsts = objects.get(before) ?? [];
    const thens = objects.get(after) ?? [];
    const nested = before.node.scopes.includes(after) || after.node.scopes.includes(before);
    const shared = new Set(nested
      ? firsts.filter((object) => object.node.scopes.includes(before) && object.node.scopes.includes(after))
      : []);
    for (const then of thens) {
      if (shared.has(then)) continue;
      const known = seen.get(then) ?? new Set();
      seen.set(then, known);
      for (const first of firsts) {
        if (shared.has(first) || known.has(first)) continue;
        known.add(first);
        result.push({ first, then });
      }
    }
  };
  const inside = new Set(constructs);
  for (const construct of constructs) {
    for (const target of dependencies.of(construct)) if (inside.has(target)) add(target, construct);
  }
  for (const [before, after] of explicit) add(before, after);
  return result;
}

/** Every construct with the objects in it, itself included, in the order of declaration. */
export function objectsByScope(constructs: readonly IConstruct[]): Map<IConstruct, ApiObject[]> {
  const result = new Map<IConstruct, ApiObject[]>();
  for (const object of constructs) {
    if (!ApiObject.isApiObject(object)) continue;
    for (const scope of object.node.scopes) {
      const list = result.get(scope);
      if (list) list.push(object);
      else result.set(scope, [object]);
    }
  }
  return result;
}
