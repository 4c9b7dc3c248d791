/** Where a field is in an object, step by step, and how that is written. Pure. */

/** The keys of an item of a list, in their order: `{ containerPort: '80', protocol: 'TCP' }`. Without any: one value of a set. */
export type ItemKeys = Readonly<Record<string, string>>;

/** One step: into a member of a map, into an item of a list, or, at the end, to the order of its items. */
export type FieldStep = string | { readonly item: ItemKeys } | { readonly order: true };

export type FieldPath = readonly FieldStep[];

/** `spec.template.spec.containers[name=web].image`, `metadata.labels["app.kubernetes.io/name"]`, `metadata.finalizers[]`. */
export function fieldPathText(path: FieldPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'string') return text + memberText(text, step);
    return 'order' in step ? `${text} (order)` : text + itemText(step.item);
  }, '');
}

/** A member of a map after this text: `.image`, `["app.kubernetes.io/name"]`. */
export function memberText(before: string, name: string): string {
  return /^[\w-]+$/.test(name) ? `${before === '' ? '' : '.'}${name}` : `[${JSON.stringify(name)}]`;
}

/** `[name=web]`, `[containerPort=80,protocol=TCP]`. */
export function itemText(keys: ItemKeys): string {
  return `[${Object.entries(keys).map(([key, value]) => `${key}=${value}`).join(',')}]`;
}

/** What names an item among the others of its list. */
export function keysOfItem(item: Readonly<Record<string, unknown>>, keys: readonly string[]): ItemKeys {
  return Object.fromEntries(keys.filter((key) => item[key] !== undefined).map((key) => [key, String(item[key])]));
}
