/** Of `node:util` and `node:assert` what libraries use while they are loaded, and to word their errors. */
export function inspect(value: unknown): string {
  try {
    return typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? String(value));
  } catch {
    return String(value);
  }
}

export function format(...values: readonly unknown[]): string {
  const rest = [...values];
  const [first] = rest;
  if (typeof first !== 'string') return rest.map(inspect).join(' ');
  rest.shift();
  const filled = first.replace(/%[sdifjoOc%]/g, (mark) => {
    if (mark === '%%') return '%';
    if (rest.length === 0) return mark;
    const value = rest.shift();
    return typeof value === 'string' ? value : inspect(value);
  });
  return [filled, ...rest.map((value) => (typeof value === 'string' ? value : inspect(value)))].join(' ');
}

export function inherits(child: { prototype: object }, parent: { prototype: object }): void {
  Object.setPrototypeOf(child.prototype, parent.prototype);
}

export function deprecate<T>(subject: T): T {
  return subject;
}

export const promisify = deprecate;

export function isDeepStrictEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  const [a, b] = [Object.entries(one), Object.entries(other)];
  return a.length === b.length && a.every(([key, value]) => Object.hasOwn(other, key) && isDeepStrictEqual(value, other[key as never]));
}
