/** What the imports have in common: comparing, writing and telling what was done. */
import { isAbsolute, relative } from 'node:path';
import type { ValuesOf } from '../../commands/command';
import type { writing } from '../../commands/import/writing';
import type { output } from '../../commands/options';
import { EXIT } from '../../exit';
import { isDocument, printDocument } from '../../output/print';
import { counted } from '../../output/terminal/table';
import { compareFiles, writeFiles, type FileState, type GeneratedFile } from '../../typescript';
import { printLines } from '../../output/terminal/sink';

export const IMPORT_SCHEMA = 'boxcutter.import/v1';

export type ImportArgs = ValuesOf<typeof writing & typeof output>;

/** A file and what its module exports. */
export interface ImportedModule extends GeneratedFile {
  readonly exports: readonly string[];
}

/**
 * Writes the modules, or with `--check` only looks; prints what was done.
 * @returns exit code 10 when `--check` finds files that are not up to date
 * @throws BoxcutterError `import-foreign-file`, `import-write`
 */
export async function finishImport(modules: readonly ImportedModule[], { outputDirectory, check, output }: ImportArgs): Promise<number> {
  const files = compareFiles(outputDirectory, modules);
  if (!check) writeFiles(files);
  const upToDate = files.every(({ state }) => state === 'unchanged');
  if (isDocument(output)) {
    const described = files.map(({ file, state }, index) => ({ file, state, exports: modules[index]?.exports ?? [] }));
    await printDocument({ schema: IMPORT_SCHEMA, directory: outputDirectory, check, upToDate, files: described }, output);
  } else {
    const words = check ? CHECKED : WRITTEN;
    files.forEach(({ file, state }, index) => {
      const exported = modules[index]?.exports.join(', ') ?? '';
      if (!check || state !== 'unchanged') printLines([`${words[state].padEnd(9)}  ${file}: ${exported}`]);
    });
    const verdict = upToDate ? `${counted(files.length, 'file')} up to date` : 'Not up to date; run the same command without --check.';
    if (check) printLines([verdict]);
  }
  return check && !upToDate ? EXIT.changes : EXIT.done;
}

const WRITTEN: Readonly<Record<FileState, string>> = { new: 'created', changed: 'updated', unchanged: 'unchanged' };
const CHECKED: Readonly<Record<FileState, string>> = { new: 'missing', changed: 'outdated', unchanged: 'unchanged' };

/**
 * A path as it goes into generated files: relative to the working directory where it lies below it, with `/`,
 * the same on every machine.
 */
export function portablePath(path: string): string {
  if (!isAbsolute(path)) return path.replaceAll('\\', '/');
  const below = relative(process.cwd(), path);
  return below.startsWith('..') || isAbsolute(below) ? path : `./${below.replaceAll('\\', '/')}`;
}
