/** Names in generated code: whatever a schema calls something, what comes out is an identifier or a file name and nothing else. */

/** `node-selector` within the name of a type: `NodeSelector`; `v1beta1` is `V1Beta1`. ASCII letters and digits only. */
export function capitalised(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('').replace(/\d[a-z]/g, (pair) => pair.toUpperCase());
}

/** The same as a whole name, which begins with a letter. */
export function pascalCase(text: string): string {
  const name = capitalised(text);
  return /^[A-Za-z]/.test(name) ? name : `T${name}`;
}

/** `HTTPScaledObject` as the name of a file: `http-scaled-object`. */
export function kebabCase(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** The name, or with a number behind it where it is taken; taken from then on. */
export function freeName(name: string, taken: Set<string>): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}${count}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}
