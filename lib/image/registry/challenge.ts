/** What a server asks for with 401: `WWW-Authenticate`, RFC 9110 section 11.6.1. */

export interface Challenge {
  /** In lower case: `bearer`, `basic`. */
  readonly scheme: string;
  /** Names in lower case. */
  readonly parameters: Readonly<Record<string, string>>;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const PARAMETER = new RegExp(`^(${TOKEN})[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,"]+))`);
const SCHEME = new RegExp(`^(${TOKEN})(?=[ \\t,]|$)`);

/** All challenges of the header, which may hold several. What cannot be understood ends the list. */
export function parseChallenges(header: string | undefined): readonly Challenge[] {
  const challenges: { scheme: string; parameters: Record<string, string> }[] = [];
  let rest = (header ?? '').slice(0, 8192);
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    const parameter = PARAMETER.exec(rest);
    const current = challenges.at(-1);
    if (parameter !== null && current !== undefined) {
      current.parameters[(parameter[1] ?? '').toLowerCase()] = parameter[2]?.replace(/\\(.)/g, '$1') ?? parameter[3] ?? '';
      rest = rest.slice(parameter[0].length);
      continue;
    }
    const scheme = SCHEME.exec(rest);
    if (scheme === null) return challenges;
    challenges.push({ scheme: (scheme[1] ?? '').toLowerCase(), parameters: {} });
    rest = rest.slice(scheme[0].length);
  }
}
