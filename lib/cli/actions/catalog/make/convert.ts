import { basicTemplateOf, writeBlob } from '../../../../catalog';
import { renderReferences } from '../../../../source/catalog';
import { refuseIssues } from '../../../../source';
import type { CatalogConvertArgs } from '../../../commands/catalog/make/convert';
import { note } from '../../../output/note';
import { printText } from '../../../output/terminal/sink';

/** The template of a catalog; its bundles are in it by their images alone. */
export async function catalogConvert({ reference, output }: CatalogConvertArgs): Promise<number> {
  const { blobs, issues } = await renderReferences([reference]);
  refuseIssues(issues, note, reference);
  printText(writeBlob(basicTemplateOf(blobs), output));
  return 0;
}
