/** `list --watch`: a table that is redrawn on a terminal, a line for each change elsewhere, a document for each change for machines. */
import { defined } from '../../../defined';
import { watchHeads } from '../../../state';
import type { ListArgs } from '../../commands/list';
import { EXIT } from '../../exit';
import { listChanges, listDocument, listEntry, listLines, type ListEntry } from '../../output/extension/list';
import { note } from '../../output/note';
import { isDocument, printStreamed } from '../../output/print';
import { live } from '../../output/terminal/live';
import { paint } from '../../output/terminal/paint';
import { printLines } from '../../output/terminal/sink';
import { stateNamespace, withCluster } from '../../session';

interface Display {
  show(entries: readonly ListEntry[]): void;
  trouble(message: string): void;
  end(): void;
}

/** Exit code 0 when it ends by Ctrl-C, which is how it ends; 130: a Ctrl-C before the first list. */
export function watchList(args: ListArgs): Promise<number> {
  return withCluster(args, undefined, async ({ cluster, signal }) => {
    const namespace = args.allNamespaces ? undefined : stateNamespace(args, cluster);
    const display = isDocument(args.output) ? documents(args.output) : process.stdout.isTTY ? await picture(namespace) : lines(namespace);
    // The reader of our output is gone: there is nothing else to do.
    const unread = new AbortController();
    const onClosed = (): void => unread.abort();
    process.stdout.once('error', onClosed);
    let isListed = false;
    try {
      await watchHeads(cluster, {
        ...defined({ namespace }),
        summarise: listEntry,
        onChange: (entries) => {
          isListed = true;
          display.show(entries);
        },
        onUnreadable: ({ message }) => display.trouble(message),
        onTrouble: (message) => display.trouble(`The API server does not answer, trying again: ${message}`),
        signal: AbortSignal.any([signal, unread.signal]),
      });
      return isListed || unread.signal.aborted ? EXIT.done : EXIT.interrupted;
    } finally {
      display.end();
      process.stdout.off('error', onClosed);
    }
  });
}

function documents(format: 'json' | 'yaml'): Display {
  let last = '';
  return {
    show: (entries) => {
      const document = listDocument(entries);
      const json = JSON.stringify(document);
      if (json !== last) printStreamed(document, format);
      last = json;
    },
    trouble: note,
    end: () => undefined,
  };
}

/** The whole once, then what changes. */
function lines(namespace: string | undefined): Display {
  const colours = paint(process.stdout);
  let last: readonly ListEntry[] | undefined;
  return {
    show: (entries) => {
      const at = colours.dim(new Date().toISOString().slice(11, 19));
      const text = last === undefined
        ? listLines(entries, namespace, colours)
        : listChanges(last, entries).map((line) => `${at} ${line}`);
      last = entries;
      if (text.length > 0) printLines(text);
    },
    trouble: note,
    end: () => undefined,
  };
}

/** Redrawn when something changes, and every second: ages go on. The last table stays, whole. */
async function picture(namespace: string | undefined): Promise<Display> {
  const { createLogUpdate } = await import('log-update');
  const colours = paint(process.stdout);
  let last: readonly ListEntry[] | undefined;
  let problem: string | undefined;
  const frame = (): void => {
    if (last === undefined) return;
    const trouble = problem === undefined ? [] : [colours.yellow(problem)];
    const whole = listLines(last, namespace, colours);
    const room = Math.max(4, (process.stdout.rows ?? 24) - 3 - trouble.length);
    const shown = whole.length <= room ? whole : [...whole.slice(0, room - 1), colours.dim(`… and ${whole.length - room + 1} more`)];
    drawn.draw([...shown, ...trouble, colours.dim('Ctrl-C ends it.')]);
  };
  const drawn = live(process.stdout, createLogUpdate(process.stdout, { showCursor: false }), frame);
  const clock = setInterval(frame, 1000).unref();
  return {
    show: (entries) => {
      last = entries;
      problem = undefined;
      frame();
    },
    trouble: (message) => {
      problem = message;
      frame();
    },
    end: () => {
      clearInterval(clock);
      drawn.end();
      if (last !== undefined) printLines(listLines(last, namespace, colours));
    },
  };
}
