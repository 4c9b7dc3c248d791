/** Names of the parts of worlds: parts of equal content have equal names. */
const names = new WeakMap<object, string>();
const numbers = new Map<string, string>();

export function named(part: object): string {
  let name = names.get(part);
  if (name === undefined) {
    const text = JSON.stringify(part, (_key, value: unknown) => (value instanceof Map ? [...value].sort() : value));
    name = numbers.get(text) ?? numbers.size.toString(36);
    numbers.set(text, name);
    names.set(part, name);
  }
  return name;
}
