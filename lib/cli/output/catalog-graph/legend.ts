/** What the lines and borders of a picture mean. Pure. */
import type { EdgeKind } from '../../../catalog';
import { html, type Html } from '../page/html';

export const LEGEND_SIZE = { width: 800, height: 84 } as const;

interface Sample {
  readonly kind: EdgeKind;
  readonly x: number;
  readonly words: string;
  readonly isIgnored?: true;
}

const SAMPLES: readonly Sample[] = [
  { kind: 'replaces', x: 0, words: 'replaces' }, { kind: 'skips', x: 130, words: 'skips' },
  { kind: 'skipRange', x: 240, words: 'skipRange: from the newest version in the range' },
  { kind: 'replaces', x: 630, words: 'ignored by OLM v0', isIgnored: true },
];

/** An arrow points from a version to one that may follow it. */
export function legendContent(v0: boolean): Html {
  const rows = SAMPLES.filter(({ isIgnored }) => isIgnored === undefined || v0).map(line);
  return html`<text class="note" y="10">Arrows point from a version to one that may follow it; the newest is on top.</text>${rows}
<text class="note" y="68">Double border: head of the channel. Dashed border: skipped.
 Dotted border: not in this channel, or without a bundle.</text>`;
}

function line({ kind, x, words, isIgnored }: Sample): Html {
  const y = 32;
  const cross = `M${x + 10} ${y - 5} L${x + 20} ${y + 5} M${x + 10} ${y + 5} L${x + 20} ${y - 5}`;
  return html`<g class="edge ${kind}${isIgnored ? ' ignored' : ''}"><path d="M${x} ${y} L${x + 28} ${y}"/>
<path class="arrow" d="M${x + 36} ${y} L${x + 28} ${y - 3.5} L${x + 28} ${y + 3.5} Z"/>
${isIgnored ? html`<path class="cross" d="${cross}"/>` : undefined}</g>
<text class="note" x="${x + 44}" y="${y + 4}">${words}</text>`;
}
