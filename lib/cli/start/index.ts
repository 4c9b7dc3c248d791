/**
 * What `dist/bin/boxcutter.js` is: it loads the command, which the build has put into scripts beside it. Compiling these anew takes longer
 * than much of what the command does, so what V8 makes of them is kept in the user's cache.
 */
import * as path from 'node:path';
import { packageVersion } from '../../version';
import { ignoreClosedPipe } from '../command-line/closed-pipe';
import { EXIT } from '../exit';
import { printLines } from '../output/terminal/sink';
import { codeCache } from './code-cache';
import { readPack, writePack, type CodePack } from './code-pack';
import { runScript } from './scripts';
import { setV8Flags } from './v8-flags';

/** The build writes these: the first script, from here, and a digest of all of them. */
declare const COMMAND_SCRIPT: string;
declare const COMMAND_DIGEST: string;

/** Runs of a subcommand that add what they compiled: the first one installs, the next one finds everything in place. */
const LEARNING_RUNS = 3;

/** Installers and shells ask for the version, often and only for it: nothing else is loaded. */
function printVersion(): void {
  ignoreClosedPipe();
  printLines([packageVersion()]);
}

function runCommand(): void {
  setV8Flags();
  const cache = codeCache();
  // A subcommand runs much the same code each time, and little of what the others run.
  const word = /^[a-z]{1,20}$/.exec(process.argv[2] ?? '')?.[0] ?? 'other';
  const entry = `${COMMAND_DIGEST}-${process.versions.v8}-${process.arch}-${word}`;
  const bytes = cache?.open(entry);
  const pack = bytes === undefined ? undefined : readPack(bytes);
  const scripts = runScript(path.join(__dirname, COMMAND_SCRIPT), (name) => pack?.code(name));
  process.on('exit', (exitCode) => {
    // A preview of changes has run all of its code, too.
    if (exitCode !== EXIT.done && exitCode !== EXIT.changes) return;
    const runs = pack?.runs ?? 0;
    if (scripts.compiled === 0 && runs >= LEARNING_RUNS) return;
    cache?.write(entry, () => writePack(runs + 1, new Map([...codeIn(pack), ...scripts.code()])));
  });
}

/** What this run had no use for stays for the next. */
function codeIn(pack: CodePack | undefined): (readonly [string, Buffer])[] {
  return (pack?.names ?? []).flatMap((name) => {
    const code = pack?.code(name);
    return code === undefined ? [] : [[name, Buffer.from(code)] as const];
  });
}

if (process.argv.length === 3 && process.argv[2] === '--version') printVersion();
else runCommand();
