/**
 * Patterns of schemas. Regular expressions of JavaScript can take for ever on a text that an author or a user chooses; RE2, which
 * validators in Go use too, takes time in proportion to text and pattern.
 */
import type { RE2JS } from '@bufbuild/re2';
import { messageOf } from '../../errors';
import { PatternRefusal, TooSlow } from './refusal';
import type { PatternFault } from './schema-fault';

/** Longest pattern, in characters: compiling takes longer than in proportion to it. */
const MAX_PATTERN = 1000;
/** Steps of all compiled patterns of a schema together. */
const MAX_STEPS = 200_000;
/** Steps times characters that are spent on one configuration. */
const MAX_WORK = 200_000_000;

/** What ajv asks of a regular expression; it tells patterns apart by `toString`. */
export interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/** The patterns of one schema, together within limits. */
export class Patterns {
  private readonly known = new Map<string, Pattern>();
  private steps = 0;
  private work = 0;

  /** @throws PatternRefusal for what RE2 does not know, or what is too large */
  readonly compile = (pattern: string): Pattern => {
    const known = this.known.get(pattern);
    if (known !== undefined) return known;
    if (pattern.length > MAX_PATTERN) throw new PatternRefusal({ fault: 'too-long', characters: pattern.length, limit: MAX_PATTERN });
    const { regex, steps } = build(pattern);
    this.steps += steps;
    if (this.steps > MAX_STEPS) throw new PatternRefusal({ fault: 'too-many-steps', limit: MAX_STEPS });
    const compiled: Pattern = {
      test: (text) => {
        this.work += steps * text.length;
        if (this.work > MAX_WORK) throw new TooSlow('trying the patterns on it would take too long');
        return regex.test(text);
      },
      toString: () => pattern,
    };
    this.known.set(pattern, compiled);
    return compiled;
  };
}

function build(pattern: string): { readonly regex: RE2JS; readonly steps: number } {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- only schemas with patterns need it
  const { RE2JS: engine } = require('@bufbuild/re2') as typeof import('@bufbuild/re2');
  try {
    const translated = pattern.replace(/\\(\\|u([0-9a-fA-F]{4}))/g, (whole, _, hex?: string) =>
      (hex === undefined ? whole : `\\x{${hex}}`));
    const regex = new engine(translated);
    return { regex, steps: regex.re2().prog.inst.length };
  } catch (error) {
    throw new PatternRefusal(faultOf(pattern, messageOf(error)));
  }
}

function faultOf(pattern: string, message: string): PatternFault {
  if (/\(\?(?:[=!]|<[=!])/.test(pattern)) return { fault: 'looks-around' };
  if (/\\[1-9]/.test(pattern)) return { fault: 'refers-back' };
  return { fault: 'syntax', reason: message.replace(/^error parsing regexp: /, '') };
}
