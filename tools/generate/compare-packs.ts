/** What differs between two schema packs, kind by kind, whatever the order of their types. */
import type { Pack, PackNode } from '../../lib/schema/pack-format';

/** By `apiVersion Kind`: its resource, its scope, and every type that it reaches, written out. */
type Kinds = ReadonlyMap<string, string>;

/**
 * A line for each kind that differs; none when they are the same.
 * @param servedOnly `made` comes from a server, which serves no alpha and beta versions by default: one that is not there is fine
 */
export function differencesOf(committed: Pack, made: Pack, servedOnly = false): readonly string[] {
  const [before, after] = [kindsOf(committed), kindsOf(made)];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    if (old === now) return [];
    if (old === undefined) return [`${name} is not in the pack`];
    if (now !== undefined) return [`${name} has another schema${placeOf(old, now)}`];
    return servedOnly && /v\d+(?:alpha|beta)\d+ /.test(name) ? [] : [`${name} is in the pack, and nowhere else`];
  });
}

function kindsOf(pack: Pack): Kinds {
  return new Map(Object.entries(pack.k).flatMap(([apiVersion, kinds]) =>
    Object.entries(kinds).map(([kind, [type, ...rest]]) => [
      `${apiVersion} ${kind}`,
      JSON.stringify([rest, reached(pack, type)]),
    ] as const)));
}

/** The type and all that it reaches, in the order in which they are reached; references name a place in this list. */
function reached(pack: Pack, type: number): readonly PackNode[] {
  const places = new Map([[type, 0]]);
  const order = [type];
  const placed = (node: PackNode): PackNode => {
    if (typeof node === 'string') return node;
    if (typeof node !== 'number') return renamed(node, placed);
    const known = places.get(node) ?? places.size;
    if (!places.has(node)) order.push(node);
    places.set(node, known);
    return known;
  };
  const found: PackNode[] = [];
  for (let at = 0; at < order.length; at += 1) {
    const node = pack.t[order[at] ?? 0] ?? '*';
    found.push(typeof node === 'object' ? renamed(node, placed) : node);
  }
  return found;
}

function renamed({ p, a, i, x, ...rest }: Exclude<PackNode, number | string>, placed: (node: PackNode) => PackNode): PackNode {
  return {
    ...rest,
    ...(p === undefined ? {} : { p: Object.fromEntries(Object.entries(p).map(([key, child]) => [key, placed(child)])) }),
    ...(a === undefined ? {} : { a: placed(a) }),
    ...(i === undefined ? {} : { i: placed(i) }),
    ...(x === undefined ? {} : { x: placed(x) }),
  };
}

/** A piece of both texts from where they part. */
function placeOf(old: string, now: string): string {
  let at = 0;
  while (old[at] === now[at]) at += 1;
  const piece = (text: string): string => text.slice(Math.max(0, at - 30), at + 50);
  return `: …${piece(old)}…, and …${piece(now)}…`;
}
