/** Phases and their objects: a lane for each phase, a box for each object, and links to what it names. Pure. */
import type { ReportData, ReportLink, ReportObject, StateMark } from './data';
import { html, type Html } from '../page/html';
import { counted } from '../terminal/table';

const MARKS: Readonly<Record<StateMark, string>> = { ready: '✓', waiting: '…', drifted: '≠', missing: '–', failed: '✗' };

interface Neighbour {
  readonly place: number;
  readonly why: string;
}

export function graph({ phases, links }: ReportData): Html {
  const objects = phases.flatMap((phase) => phase.objects);
  const [needs, neededBy] = [grouped(links, 'from', 'to'), grouped(links, 'to', 'from')];
  let place = 0;
  const lanes = phases.map((phase, index) => {
    const boxes = phase.objects.map((object) => {
      const own = place++;
      return box(object, own, needs.get(own) ?? [], neededBy.get(own) ?? [], objects);
    });
    return html`<li class="lane" id="phase-${index}"><h3><span class="step">${index + 1}</span> ${phase.name}
<small>${counted(boxes.length, 'object')}</small></h3><div class="boxes">${boxes}</div></li>`;
  });
  return html`<section id="objects"><h2>Phases and objects</h2>
<p class="lead">Each phase waits until the one before it is ready. A box lists the objects that refer to it, and those it refers to.</p>
<p class="tools" hidden><label for="filter">Filter</label> <input id="filter" type="search" placeholder="kind or name"
 autocomplete="off"> <output id="shown"></output></p>
<div class="graph"><svg id="edges" aria-hidden="true"></svg><ol class="lanes">${lanes}</ol></div></section>`;
}

function grouped(links: readonly ReportLink[], by: 'from' | 'to', other: 'from' | 'to'): ReadonlyMap<number, readonly Neighbour[]> {
  const groups = new Map<number, Neighbour[]>();
  for (const link of links) {
    const group = groups.get(link[by]);
    const neighbour = { place: link[other], why: link.why };
    if (group === undefined) groups.set(link[by], [neighbour]);
    else group.push(neighbour);
  }
  return groups;
}

function box(
  { ref, state }: ReportObject,
  place: number,
  needs: readonly Neighbour[],
  neededBy: readonly Neighbour[],
  objects: readonly ReportObject[],
): Html {
  const counts = [
    ...(needs.length === 0 ? [] : [`names ${needs.length}`]), ...(neededBy.length === 0 ? [] : [`named by ${neededBy.length}`]),
  ];
  const linked = counts.length === 0 ? undefined : html`<details><summary>${counts.join(', ')}</summary><ul>
${needs.map((one) => link(one, '→', objects))}${neededBy.map((one) => link(one, '←', objects))}</ul></details>`;
  const shown = state && html`<p class="state"><b>${MARKS[state.mark]} ${state.mark}</b> ${state.text}</p>`;
  const where = ref.namespace === undefined ? undefined : html`<span class="where">${ref.namespace}</span>`;
  return html`<article class="box ${state?.mark ?? 'plain'}" id="object-${place}" tabindex="0"
 data-names="${needs.map((one) => one.place).join(' ')}">
<p class="kind">${ref.kind}${where}</p><p class="name">${ref.name}</p>${shown}${linked}</article>`;
}

function link({ place, why }: Neighbour, arrow: string, objects: readonly ReportObject[]): Html {
  const { kind, name } = objects[place]?.ref ?? { kind: '', name: '' };
  return html`<li><a href="#object-${place}">${arrow} ${kind} ${name}</a> <small>${why}</small></li>`;
}
