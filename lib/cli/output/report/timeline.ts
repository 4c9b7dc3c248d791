/** The timeline of a rollout: for each object when it was written, how long it was waited for, and for what. Pure. */
import { counted } from '../terminal/table';
import type { ReportTimeline, TimelineObject } from './data';
import { html, type Html } from '../page/html';

/** Objects that are shown of a phase: those that were ready last. */
const SHOWN = 100;
/** Width of the picture of one object, in units of its own. */
const WIDTH = 1000;
/** Of the shortest bar: on a phone still two pixels. */
const LEAST_WIDTH = 6;

export function timelineView({ durationMs, phases }: ReportTimeline): Html {
  const scale = WIDTH / Math.max(durationMs, 1);
  const lanes = phases.map(({ name, status, objects }) => {
    const written = objects.filter((object) => !object.unchanged).sort((a, b) => endOf(b, durationMs) - endOf(a, durationMs));
    const rows = written.slice(0, SHOWN).map((object) => row(object, durationMs, scale));
    const rest = [
      ...(written.length > SHOWN ? [`${counted(written.length - SHOWN, 'more object')} that took no longer`] : []),
      ...(written.length < objects.length ? [`${counted(objects.length - written.length, 'object')} unchanged`] : []),
    ];
    return html`<li class="lane"><h3>${name} <small>${status}</small></h3><ul class="times">${rows}</ul>
${rest.length === 0 ? undefined : html`<p class="lead">${rest.join(', ')}</p>`}</li>`;
  });
  return html`<section id="timeline"><h2>Timeline</h2>
<p class="lead">From the first request to the end: ${seconds(durationMs)}. A bar reaches from the write of an object to the moment it was
 ready.</p><ol class="lanes">${lanes}</ol></section>`;
}

function row(object: TimelineObject, durationMs: number, scale: number): Html {
  const { ref, writtenMs, readyMs, action, failed, waits } = object;
  const end = endOf(object, durationMs);
  const begin = writtenMs ?? end;
  const width = Math.max(LEAST_WIDTH, (end - begin) * scale);
  const left = Math.min(begin * scale, WIDTH - width);
  const bar = writtenMs === undefined
    ? undefined
    : html`<rect class="${failed ? 'failed' : readyMs === undefined ? 'waiting' : 'ready'}" x="${units(left)}" y="2"
 width="${units(width)}" height="6" rx="2"></rect>`;
  const took = writtenMs === undefined
    ? 'not written'
    : readyMs === undefined ? `${failed ? 'failed' : 'not ready'} after ${seconds(end - begin)}` : readyAfter(end - begin);
  return html`<li class="time"><p><b>${ref.kind} ${ref.name}</b> <small>${action}; ${took}</small></p>
<svg class="bar-of-time" viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" role="img" aria-label="${took}"><rect class="track" x="0"
 y="4" width="${WIDTH}" height="2"></rect>${bar}</svg>${waitsOf(waits)}</li>`;
}

function waitsOf(waits: TimelineObject['waits']): Html | undefined {
  if (waits.length === 0) return undefined;
  return html`<ul class="waits">${waits.map(({ atMs, text }) => html`<li><span class="code">${seconds(atMs)}</span> ${text}</li>`)}</ul>`;
}

function endOf({ readyMs }: TimelineObject, durationMs: number): number {
  return readyMs ?? durationMs;
}

function readyAfter(milliseconds: number): string {
  return milliseconds < 50 ? 'ready at once' : `ready after ${seconds(milliseconds)}`;
}

function units(value: number): string {
  return value.toFixed(1);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`;
}
