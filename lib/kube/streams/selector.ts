/** A label selector as far as streams can be shared by it: equality and existence, joined by commas. */
export type Requirements = ReadonlyMap<string, string | undefined>;

const REQUIREMENT = /^\s*([A-Za-z0-9][A-Za-z0-9._/-]*)\s*(?:==?\s*([A-Za-z0-9._-]*)\s*)?$/;

/** Undefined: it says something else (sets, inequality, the same label twice), which only the server can judge. */
export function parseSelector(selector: string): Requirements | undefined {
  const requirements = new Map<string, string | undefined>();
  for (const part of selector.split(',')) {
    const match = REQUIREMENT.exec(part);
    const [, name, value] = match ?? [];
    if (name === undefined || requirements.has(name)) return undefined;
    requirements.set(name, value);
  }
  return requirements;
}
