/** One name, one package. */
import type { ResolvedRevision } from '../api';
import { BoxcutterError } from '../errors';

/**
 * Under the name of an extension goes one package, in whatever format: another one would delete everything of it. Packages without a name
 * are taken for the same.
 * @param installed what goes by this name now
 * @throws BoxcutterError `package-differs` (input)
 */
export function refuseOtherPackage(
  revision: Pick<ResolvedRevision, 'extension' | 'packageName'>,
  installed: Pick<ResolvedRevision, 'packageName'> | undefined,
  { changePackage = false }: { readonly changePackage?: boolean },
): void {
  const [before, other] = [installed?.packageName, revision.packageName];
  if (changePackage || before === undefined || other === undefined || before === other) return;
  const what =
    `Extension "${revision.extension}" is package ${before}, and this is package ${other}: it would take its place, ` +
    `and everything of ${before} would be deleted.`;
  throw new BoxcutterError('package-differs', 'input', `${what} Nothing was changed.`, {
    hint: ({ option }) =>
      `Give it another name (${option('extension')}). `
      + `If one is to take the place of the other, say so with ${option('changePackage', true)}.`,
    details: { installed: before, given: other },
  });
}
