/**
 * `status --watch`: a picture that is redrawn on a terminal, a line for each change elsewhere, a document for each change for machines.
 */
import { watchExtension, type Look } from '../../../runtime';
import type { StatusArgs } from '../../commands/status';
import { EXIT } from '../../exit';
import { live } from '../../output/terminal/live';
import { paint } from '../../output/terminal/paint';
import { isDocument, printStreamed } from '../../output/print';
import { statusChanges, statusDocument, statusLines } from '../../output/extension/status';
import { stateNamespace, withCluster } from '../../session';
import { commandFor } from '../../command-line/command-for';
import { whereItIs } from '../operation/find-extension';
import { note } from '../../output/note';
import { printLines } from '../../output/terminal/sink';

/** Where looks are shown. */
interface Display {
  show(look: Look): void;
  trouble(message: string): void;
  end(): void;
}

/** Exit code 0 when it ends by Ctrl-C, which is how it ends, or because the extension was deleted; 130: a Ctrl-C before the first look. */
export function watchStatus(given: StatusArgs): Promise<number> {
  return withCluster(given, undefined, async ({ cluster, signal }) => {
    const args = await whereItIs(given, cluster);
    // The reader of our output is gone: there is nothing else to do.
    const unread = new AbortController();
    const onClosed = (): void => unread.abort();
    process.stdout.once('error', onClosed);
    const explain = commandFor('explain', args.extension, args);
    let looked = false;
    const display = isDocument(args.output) ? documents(args.output) : process.stdout.isTTY ? await picture(explain) : lines(explain);
    try {
      const ended = await watchExtension(args.extension, {
        cluster,
        stateNamespace: stateNamespace(args, cluster),
        signal: AbortSignal.any([signal, unread.signal]),
        onLook: (look) => {
          looked = true;
          display.show(look);
        },
        onTrouble: (message) => display.trouble(message),
      });
      display.end();
      if (ended === 'gone') note(`Extension "${args.extension}" was deleted.`);
      return looked || unread.signal.aborted ? EXIT.done : EXIT.interrupted;
    } catch (error) {
      display.end();
      throw error;
    } finally {
      process.stdout.off('error', onClosed);
    }
  });
}

function documents(format: 'json' | 'yaml'): Display {
  let last = '';
  return {
    show: (look) => {
      const document = statusDocument(look);
      const json = JSON.stringify(document);
      if (json === last) return;
      last = json;
      printStreamed(document, format);
    },
    trouble: note,
    end: () => undefined,
  };
}

/** The whole once, then what changes. */
function lines(explain: string): Display {
  const colours = paint(process.stdout);
  let last: Look | undefined;
  return {
    show: (look) => {
      const at = colours.dim(new Date().toISOString().slice(11, 19));
      const text = last === undefined
        ? statusLines(look, { paint: colours, explain })
        : statusChanges(last, look).map((line) => `${at} ${line}`);
      last = look;
      if (text.length > 0) printLines(text);
    },
    trouble: note,
    end: () => undefined,
  };
}

/** Redrawn when something changes, and every second: ages go on. The last picture stays, whole. */
async function picture(explain: string): Promise<Display> {
  const { createLogUpdate } = await import('log-update');
  const colours = paint(process.stdout);
  let last: Look | undefined;
  let problem: string | undefined;
  const frame = (): void => {
    if (last === undefined) return;
    const { rows, columns } = process.stdout;
    const trouble = problem === undefined ? [] : [colours.yellow(`The API server does not answer, trying again: ${problem}`)];
    const room = { height: Math.max(8, (rows ?? 24) - 3 - trouble.length), width: columns ?? 80 };
    const shown = statusLines(last, { paint: colours, room, explain });
    drawn.draw([...shown, ...trouble, colours.dim('Ctrl-C ends it.')]);
  };
  const drawn = live(process.stdout, createLogUpdate(process.stdout, { showCursor: false }), frame);
  const clock = setInterval(frame, 1000).unref();
  return {
    show: (look) => {
      last = look;
      problem = look.result?.unreachable;
      frame();
    },
    trouble: (message) => {
      problem = message;
      frame();
    },
    end: () => {
      clearInterval(clock);
      drawn.end();
      if (last !== undefined) printLines(statusLines(last, { paint: colours, width: process.stdout.columns, explain }));
    },
  };
}
