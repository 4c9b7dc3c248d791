/** What a rollout may do, from the options of the command. */
import { parseCrdWaiver, type RefusalOptions } from '../../../runtime';
import type { ValuesOf } from '../../commands/command';
import type { refusing, upgrading } from '../../commands/options';

export type RefusalArgs = Partial<ValuesOf<typeof refusing & Pick<typeof upgrading, 'change-package'>>>;

/** @throws BoxcutterError `crd-waiver` (input) */
export function refusalOptions({
  crdSafety: policy = 'enforce', crdWaiver = [], createNamespace = false, checkPermissions = false, changePackage = false,
}: RefusalArgs): RefusalOptions {
  const waivers = crdWaiver.map((text) => parseCrdWaiver(text));
  return { crdSafety: { policy, waivers }, createNamespace, checkPermissions, changePackage };
}
