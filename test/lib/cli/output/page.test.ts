/** Colours of pages: texts can be read on what they stand on, in light and in dark. */
import { type Colour, PALETTE } from '../../../../lib/cli/output/page/palette';

/** What WCAG asks of texts. */
const LEAST_CONTRAST = 4.5;

function lightness(colour: string): number {
  const digits = colour.slice(1);
  const parts = digits.length === 3 ? [...digits].map((digit) => `${digit}${digit}`) : digits.match(/../g) ?? [];
  const linear = (part: number): number => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const [r = 0, g = 0, b = 0] = parts.map((part) => linear(Number.parseInt(part, 16) / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const texts: readonly Colour[] = ['text', 'dim', 'link', 'good', 'warn', 'bad'];
const grounds: readonly Colour[] = ['page', 'card'];

test.each(texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)))('%s on %s can be read', (text, ground) => {
  for (const scheme of [0, 1]) {
    const [a = 0, b = 0] = [PALETTE[text][scheme], PALETTE[ground][scheme]].map((colour) => lightness(colour ?? '')).sort((x, y) => y - x);
    expect((a + 0.05) / (b + 0.05)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
  }
});
