import { displayName } from '../../api';
import { recoverExtension } from '../../runtime';
import type { RecoverArgs } from '../commands/recover';
import { isDocument, printDocument } from '../output/print';
import { trustOptions } from './operation/trust-options';
import { withCluster, stateNamespace } from '../session';
import { note } from '../output/note';
import { printLines } from '../output/terminal/sink';

export async function recover(args: RecoverArgs): Promise<number> {
  return withCluster(args, 300_000, async ({ cluster, signal }) => {
    const recovered = await recoverExtension(args.extension, {
      cluster,
      signal,
      stateNamespace: stateNamespace(args, cluster),
      ...trustOptions(args),
      onNote: note,
    });
    if (isDocument(args.output)) {
      const objects = recovered.objects.map(({ ref }) => ref);
      await printDocument({ schema: 'boxcutter.recover/v1', extension: args.extension, objects }, args.output);
      return 0;
    }
    const lines = recovered.objects.map(({ ref }) => `  ${displayName(ref)}`);
    const next = 'Apply the package again to bring record and objects together, or delete the extension.';
    printLines([`Recovered ${recovered.objects.length} objects of ${args.extension}:`, ...lines, next]);
    return 0;
  });
}
