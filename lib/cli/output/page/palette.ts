/** Colours of pages and pictures by what they stand for, in light and in dark. Texts on cards and pages have a contrast of 4.5 at least. */
export const PALETTE = {
  page: ['#f6f7f9', '#14171c'],
  card: ['#fff', '#1d2229'],
  text: ['#1b2027', '#e4e8ee'],
  dim: ['#566070', '#9fabba'],
  line: ['#d6dbe2', '#343c47'],
  link: ['#0a58b5', '#7db5ff'],
  good: ['#176a35', '#6fd08f'],
  warn: ['#875200', '#f0b95a'],
  bad: ['#b3261e', '#ff9289'],
  badge: ['#fdf0d9', '#3a2e16'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

export type Colour = keyof typeof PALETTE;
