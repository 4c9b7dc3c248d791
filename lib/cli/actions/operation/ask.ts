/** Questions, where there is someone to answer them. */
import { createInterface } from 'node:readline';
import { BoxcutterError } from '../../../errors';
import { isDocument, type OutputFormat } from '../../output/print';
import { note } from '../../output/note';
import { printLines } from '../../output/terminal/sink';

/** Does someone sit before it, and is what is printed for people? */
export function canAsk(output: OutputFormat): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && !isDocument(output);
}

/**
 * Asks on a terminal. Anything but yes is no, and so is the end of the input.
 * @throws BoxcutterError `interrupted` after Ctrl-C
 */
export function ask(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stdout,
): Promise<boolean> {
  const terminal = createInterface({ input, output, terminal: true });
  return new Promise((resolve, reject) => {
    let answered = false;
    terminal.on('SIGINT', () => {
      answered = true;
      output.write('\n');
      terminal.close();
      reject(new BoxcutterError('interrupted', 'interrupted', 'Interrupted: nothing was written.'));
    });
    terminal.on('close', () => {
      if (!answered) resolve(false);
    });
    terminal.question(question, (answer) => {
      answered = true;
      terminal.close();
      resolve(/^\s*y(?:es)?\s*$/i.test(answer));
    });
  });
}

/**
 * Says what was refused, and asks. A no has its answer at once: what else there is to do. Undefined, without a question: there is no one to
 * ask.
 * @param hint what else there is to do
 */
export async function askDespite(
  { message }: BoxcutterError, hint: string | undefined, question: string, output: OutputFormat,
): Promise<boolean | undefined> {
  if (!canAsk(output)) return undefined;
  note(message);
  if (await ask(question)) return true;
  printLines(['Nothing was written.', ...(hint === undefined ? [] : [hint])]);
  return false;
}
