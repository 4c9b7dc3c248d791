type Node = Record<string | number, unknown>;

/** Parts of a path: `spec.phases[0].name` is spec, phases, 0, name. */
function partsOf(path: string): (string | number)[] {
  return path.split(/[.[\]]+/).filter((part) => part !== '').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** A copy of a document with other values at some paths; `undefined` takes a field away. */
export function edited<T>(document: T, changes: Readonly<Record<string, unknown>>): T {
  const copy = JSON.parse(JSON.stringify(document)) as T;
  for (const [path, value] of Object.entries(changes)) {
    const parts = partsOf(path);
    const last = parts.pop() as string | number;
    let node = copy as unknown as Node;
    for (const part of parts) node = node[part] as Node;
    if (value === undefined) delete node[last];
    else node[last] = value;
  }
  return copy;
}

/** `spec.phases[0].name` as a path of the schema: `spec.phases[].name`. */
export function schemaPath(path: string): string {
  return path.replace(/\[\d+\]/g, '[]');
}
