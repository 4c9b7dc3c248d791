import { displayName, type ObjectRef } from '../../api';
import { recoverExtension, type Recovered } from '../../runtime';
import { EXIT } from '../exit';
import { wordsFor } from '../command-line/hints';
import { recoverWords, type RecoverArgs } from '../commands/recover';
import { isDocument, printDocument } from '../output/print';
import { trustOptions } from './operation/trust-options';
import { withCluster, stateNamespace } from '../session';
import { note } from '../output/note';
import { printLines } from '../output/terminal/sink';

export async function recover(args: RecoverArgs): Promise<number> {
  return withCluster(args, 300_000, async ({ cluster, signal }) => {
    const { extension, dryRun, marked, breakLock } = args;
    const recovered = await recoverExtension(extension, {
      cluster,
      signal,
      stateNamespace: stateNamespace(args, cluster),
      dryRun,
      marked,
      breakLock,
      words: wordsFor(recoverWords, args),
      ...trustOptions(args),
      onNote: note,
    });
    const exit = dryRun ? EXIT.changes : EXIT.done;
    if (isDocument(args.output)) {
      const objects = recovered.objects.map(({ ref }) => ref);
      const { copies } = recovered;
      await printDocument({ schema: 'boxcutter.recover/v1', extension, dryRun, objects, copies }, args.output);
      return exit;
    }
    printLines(textOf(extension, recovered));
    return exit;
  });
}

function textOf(extension: string, { objects, copies, dryRun }: Recovered): readonly string[] {
  const list = (refs: readonly ObjectRef[]): readonly string[] => refs.map((ref) => `  ${displayName(ref)}`);
  const left = `Left alone, because ${extension} did not write them (--marked takes them over, too):`;
  const count = `${objects.length} object${objects.length === 1 ? '' : 's'} of ${extension}`;
  return [
    dryRun ? `Would take over ${count}:` : `Recovered ${count}:`,
    ...list(objects.map(({ ref }) => ref)),
    ...(copies.length === 0 ? [] : [left, ...list(copies)]),
    dryRun
      ? 'Nothing was written (dry run).'
      : 'Apply the package again to bring record and objects together, or delete the extension.',
  ];
}
