/** Opens a page with the program that the system has for it. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** Never without a terminal: nobody would see it. That it cannot be opened is a note; the page is there. */
export function openPage(file: string, onNote: (text: string) => void): void {
  if (!process.stdout.isTTY) return onNote('The page was not opened: this is no terminal.');
  const [program, args] = openerFor(process.platform, resolve(file));
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  child.on('error', (error) => onNote(`The page could not be opened with ${program}: ${error.message}.`));
  child.unref();
}

/** The path is one argument, and on Windows goes through no shell. */
export function openerFor(platform: NodeJS.Platform, path: string): readonly [program: string, args: readonly string[]] {
  if (platform === 'darwin') return ['open', [path]];
  if (platform === 'win32') return ['explorer.exe', [path]];
  return ['xdg-open', [path]];
}
