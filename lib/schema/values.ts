/** Syntax of the scalar formats that the API server parses. */

const quantity = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?\d+)?$/;

/** Resource quantities such as `100m`, `1.5Gi`, `2e3`. */
export function isQuantity(text: string): boolean {
  return quantity.test(text.trim());
}

/** Standard base64 with padding; line breaks are allowed in it. */
export function isBase64(text: string): boolean {
  const packed = text.replace(/[\r\n]/g, '');
  return packed.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(packed);
}

const time = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** RFC 3339 with seconds and zone. `micro` wants exactly six digits of the second's fraction. */
export function isTime(text: string, micro = false): boolean {
  const match = time.exec(text);
  if (!match) return false;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [number, number, number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || hour > 23 || minute > 59 || second > 60) return false;
  return !micro || match[7]?.length === 7;
}
