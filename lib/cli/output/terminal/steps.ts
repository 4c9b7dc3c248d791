/** Work of several steps that take minutes: a line stands for each step, and below them, on a terminal, one line says how far it is. */
import { note } from '../note';
import { live, type Drawing, type LiveStream } from './live';

export interface Steps {
  /** A step begins, or there is something to remark: the line stays. */
  readonly step: (text: string) => void;
  /** How far the step is, in place of what was said of it before. Absent: there is no terminal to draw on. */
  readonly status?: (text: string) => void;
  /** Takes the line of the status away. */
  readonly end: () => void;
}

/** @param print where lines go that stay. @default standard error */
export async function startSteps(print: (text: string) => void = note): Promise<Steps> {
  const { stderr } = process;
  if (!stderr.isTTY) return { step: print, end: () => undefined };
  const { createLogUpdate } = await import('log-update');
  return liveSteps(stderr, createLogUpdate(stderr, { showCursor: false }), print);
}

export function liveSteps(stream: LiveStream, drawing: Drawing, print: (text: string) => void): Required<Steps> {
  let latest: string | undefined;
  const frame = (): void => {
    if (latest === undefined) return;
    const width = (stream.columns ?? 80) - 1;
    picture.draw([latest.length <= width ? latest : `${latest.slice(0, width - 1)}…`]);
  };
  const picture = live(stream, drawing, frame);
  return {
    step: (text) => {
      latest = undefined;
      picture.clear();
      print(text);
    },
    status: (text) => {
      latest = text;
      frame();
    },
    end: () => picture.end(),
  };
}
