/** What was configured for the package of a project when it was applied last. */
import type { RecordedChoices } from '../../api';
import type { DeclaredPackage } from '../../config';
import type { Surroundings } from '../surroundings';

/** Undefined: nothing, or that of another package under the same name, which means nothing for this one. */
export async function recordedOf(
  { extension, packageName }: Pick<DeclaredPackage, 'extension' | 'packageName'>, { recorded }: Surroundings,
): Promise<RecordedChoices | undefined> {
  const found = await recorded?.(extension);
  return found?.packageName === undefined || found.packageName === packageName ? found : undefined;
}
