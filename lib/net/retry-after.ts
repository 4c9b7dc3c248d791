/** What a server asks for with the header `Retry-After`: seconds, or a date (RFC 9110), as seconds from now. Anything else asks nothing. */
export function secondsToWait(header: string | undefined, now = Date.now()): number | undefined {
  const text = header?.trim();
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
