/** What is watched, on the screen: redrawn on a terminal, a line for each change elsewhere, a document for each change for machines. */
import { isDocument, printStreamed, type OutputFormat } from '../../output/print';
import { note } from '../../output/note';
import { live } from '../../output/terminal/live';
import { paint, type Paint } from '../../output/terminal/paint';
import { printLines } from '../../output/terminal/sink';

export interface Display<T> {
  show(value: T): void;
  trouble(message: string): void;
  end(): void;
}

/** How one thing that is watched is said. */
export interface Views<T> {
  document(value: T): Parameters<typeof printStreamed>[0];
  /** The whole, where nothing is redrawn. */
  whole(value: T, colours: Paint): readonly string[];
  changes(before: T, after: T): readonly string[];
  /** As much as fits on the screen; `taken`: lines that others need. */
  picture(value: T, taken: number, colours: Paint): readonly string[];
  /** What stays when the picture goes. */
  last(value: T, colours: Paint): readonly string[];
  /** Trouble that the value itself tells of. @default none */
  troubleOf?(value: T): string | undefined;
  /** Trouble in the picture. @default as it was told */
  troubleText?(message: string): string;
}

export async function displayOf<T>(output: OutputFormat, views: Views<T>): Promise<Display<T>> {
  if (isDocument(output)) return documents(output, views);
  return process.stdout.isTTY ? picture(views) : lines(views);
}

/**
 * Ends what `use` does when nobody reads our output any more: there is nothing else to do.
 * @param use is given a signal that fires then, too, and the one that fires only then
 */
export async function whileRead<T>(signal: AbortSignal, use: (either: AbortSignal, unread: AbortSignal) => Promise<T>): Promise<T> {
  const unread = new AbortController();
  const onClosed = (): void => unread.abort();
  process.stdout.once('error', onClosed);
  try {
    return await use(AbortSignal.any([signal, unread.signal]), unread.signal);
  } finally {
    process.stdout.off('error', onClosed);
  }
}

function documents<T>(format: 'json' | 'yaml', { document }: Views<T>): Display<T> {
  let last = '';
  return {
    show: (value) => {
      const made = document(value);
      const json = JSON.stringify(made);
      if (json === last) return;
      last = json;
      printStreamed(made, format);
    },
    trouble: note,
    end: () => undefined,
  };
}

/** The whole once, then what changes. */
function lines<T>({ whole, changes }: Views<T>): Display<T> {
  const colours = paint(process.stdout);
  let last: { readonly value: T } | undefined;
  return {
    show: (value) => {
      const at = colours.dim(new Date().toISOString().slice(11, 19));
      const text = last === undefined ? whole(value, colours) : changes(last.value, value).map((line) => `${at} ${line}`);
      last = { value };
      if (text.length > 0) printLines(text);
    },
    trouble: note,
    end: () => undefined,
  };
}

/** Redrawn when something changes, and every second: ages go on. The last picture stays, whole. */
async function picture<T>(views: Views<T>): Promise<Display<T>> {
  const { createLogUpdate } = await import('log-update');
  const colours = paint(process.stdout);
  let last: { readonly value: T } | undefined;
  let problem: string | undefined;
  const frame = (): void => {
    if (last === undefined) return;
    const trouble = problem === undefined ? [] : [colours.yellow(views.troubleText?.(problem) ?? problem)];
    drawn.draw([...views.picture(last.value, 3 + trouble.length, colours), ...trouble, colours.dim('Ctrl-C ends it.')]);
  };
  const drawn = live(process.stdout, createLogUpdate(process.stdout, { showCursor: false }), frame);
  const clock = setInterval(frame, 1000).unref();
  return {
    show: (value) => {
      last = { value };
      problem = views.troubleOf?.(value);
      frame();
    },
    trouble: (message) => {
      problem = message;
      frame();
    },
    end: () => {
      clearInterval(clock);
      drawn.end();
      if (last !== undefined) printLines(views.last(last.value, colours));
    },
  };
}
