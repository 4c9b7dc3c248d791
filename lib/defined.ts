/** An object literal has members that are there or not; with `exactOptionalPropertyTypes`, undefined is not the same as absent. */

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** The members that are not undefined: those that may be are optional. */
export type Defined<T> = { [K in Exclude<keyof T, OptionalKeys<T>>]: T[K] } & { [K in OptionalKeys<T>]?: Exclude<T[K], undefined> };

/** The given members without those that are undefined, in their order: `{ name, ...defined({ namespace, version }) }`. */
export function defined<T extends object>(members: T): Defined<T> {
  const result: Record<string, unknown> = {};
  // On the hot path of the engine's core: a loop over names is several times faster than lists of entries.
  for (const name in members) if (members[name] !== undefined) result[name] = members[name];
  return result as Defined<T>;
}
