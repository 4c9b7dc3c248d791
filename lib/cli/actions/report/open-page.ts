/** Opens a page with the program that the system has for it. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { messageOf } from '../../../errors';

/**
 * The program goes on when we are gone. Never without a terminal: nobody would see it. That it cannot be opened is a note; the page is
 * there.
 * @returns when the program was started, or could not be
 */
export async function openPage(file: string, onNote: (text: string) => void): Promise<void> {
  if (!process.stdout.isTTY) return onNote('The page was not opened: this is not a terminal.');
  const [program, args] = openerFor(process.platform, resolve(file));
  try {
    await started(program, args);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    onNote(`The page was not opened: ${isMissing ? `there is no program ${program} on PATH` : messageOf(error)}.`);
  }
}

function started(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore' });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}

/** The path is one argument, and on Windows goes through no shell. */
export function openerFor(platform: NodeJS.Platform, path: string): readonly [program: string, args: readonly string[]] {
  if (platform === 'darwin') return ['open', [path]];
  if (platform === 'win32') return ['explorer.exe', [path]];
  return ['xdg-open', [path]];
}
