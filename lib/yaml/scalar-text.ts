/** The text of a scalar, without its quotation marks and escapes. */
import { getScalarValue, SCALAR_STYLE } from 'js-yaml';

type ScalarEvent = Parameters<typeof getScalarValue>[1];

/** An escaped line break with empty lines behind it; the other escapes are passed over. */
const ESCAPED_BREAK = /\\(?:(\r\n|\n|\r)((?:[ \t]*(?:\r\n|\n|\r))+)|[^])/g;

/** Each empty line behind an escaped line break is a line break (YAML 1.2, 7.3.1, and kubectl); js-yaml drops them. */
export function scalarText(text: string, event: ScalarEvent): string {
  const { style, valueStart, valueEnd } = event;
  if (style !== SCALAR_STYLE.DOUBLE_QUOTED || valueStart < 0) return getScalarValue(text, event);
  const raw = text.slice(valueStart, valueEnd);
  if (!/\\[\r\n]/.test(raw)) return getScalarValue(text, event);
  const mended = raw.replace(ESCAPED_BREAK, (all: string, first?: string, empty?: string) => {
    if (first === undefined || empty === undefined) return all;
    const breaks = empty.match(/\r\n|\n|\r/g)?.length ?? 0;
    return `${'\\n'.repeat(breaks)}\\${first}`;
  });
  return getScalarValue(mended, { ...event, valueStart: 0, valueEnd: mended.length });
}
