/** What a rollout may do, from the options of the command. */
import { parseCrdWaiver, type RefusalOptions } from '../../../runtime';
import type { ValuesOf } from '../../commands/command';
import type { refusing, upgrading } from '../../commands/options';

export type RefusalArgs = Partial<ValuesOf<typeof refusing & Pick<typeof upgrading, 'change-package'>>>;

/** @throws BoxcutterError `crd-waiver` (input) */
export function refusalOptions(
  { crdSafety: policy = 'enforce', crdWaiver = [], createNamespace = false, changePackage = false }: RefusalArgs,
): RefusalOptions {
  return { crdSafety: { policy, waivers: crdWaiver.map((text) => parseCrdWaiver(text)) }, createNamespace, changePackage };
}
