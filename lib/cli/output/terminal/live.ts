/**
 * A picture on a terminal that is drawn over and over: also after the terminal has changed its size, and after Ctrl-Z and fg.
 */
import { stripVTControlCharacters } from 'node:util';
import { rendered } from './sink';

export interface LiveStream {
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
}

export interface Live {
  draw(lines: readonly string[]): void;
  /** Takes the picture away, for something that is to stand above it. */
  clear(): void;
  /** Takes it away for good. */
  end(): void;
}

/** What draws (`log-update`). */
export interface Drawing {
  (text: string): void;
  clear(): void;
  /** Forget what is on the screen, and show the cursor. */
  done(): void;
}

/**
 * @param again draws the picture as it is now; called when the terminal has changed
 */
export function live(stream: LiveStream, drawing: Drawing, again: () => void): Live {
  let shown: { readonly text: string; readonly width: number } | undefined;
  /** From Ctrl-Z to fg: what becomes due in between is drawn once, by the signal that ends it. */
  let stopped = false;
  const widthNow = (): number => stream.columns ?? 80;
  const clear = (): void => {
    drawing.clear();
    shown = undefined;
  };
  const resized = (): void => {
    if (shown === undefined) return;
    // The terminal has wrapped the lines anew: as many rows as they take now, and no more, are ours.
    stream.write(`\r\u001B[${rowsOf(shown.text, shown.width, widthNow())}A\u001B[0J`);
    shown = undefined;
    drawing.done();
    again();
  };
  const stop = (): void => {
    clear();
    drawing.done();
    stopped = true;
    process.kill(process.pid, 'SIGSTOP');
  };
  const goOn = (): void => {
    // Whatever the shell wrote meanwhile stays.
    shown = undefined;
    stopped = false;
    drawing.done();
    again();
  };
  stream.on('resize', resized);
  const signals = process.platform === 'win32' ? [] : ([['SIGTSTP', stop], ['SIGCONT', goOn]] as const);
  for (const [signal, act] of signals) process.on(signal, act);
  return {
    draw: (lines) => {
      if (stopped) return;
      const text = rendered(lines);
      drawing(text);
      shown = { text, width: widthNow() };
    },
    clear,
    end: () => {
      stream.off('resize', resized);
      for (const [signal, act] of signals) process.off(signal, act);
      clear();
      drawing.done();
    },
  };
}

/** Rows that a text takes which was broken into lines at one width, in a terminal of another. */
export function rowsOf(text: string, drawnWidth: number, width: number): number {
  const rows = (length: number): number => Math.max(1, Math.ceil(length / width));
  return text.split('\n').reduce((sum, line) => {
    const { length } = stripVTControlCharacters(line);
    const whole = Math.floor(length / drawnWidth);
    const rest = length - whole * drawnWidth;
    return sum + whole * rows(drawnWidth) + (rest > 0 || whole === 0 ? rows(rest) : 0);
  }, 0);
}
