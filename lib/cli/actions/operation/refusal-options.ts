/** What a rollout may do, from the options of the command. */
import { defined } from '../../../defined';
import { parseCrdWaiver, type RefusalOptions } from '../../../runtime';
import type { ValuesOf } from '../../commands/command';
import type { place, refusing, upgrading } from '../../commands/options';

export type RefusalArgs = Partial<ValuesOf<
  typeof refusing & Pick<typeof upgrading, 'change-package' | 'take-over-crds' | 'ignore-upgrade-gate'> & Pick<typeof place, 'namespace'>
>>;

/** @throws BoxcutterError `crd-waiver` (input) */
export function refusalOptions({
  crdSafety: policy = 'enforce', crdWaiver = [], createNamespace = false, checkPermissions = false, changePackage = false, replace = [],
  takeOverCrds = false, ignoreUpgradeGate = false, namespace,
}: RefusalArgs): RefusalOptions {
  const waivers = crdWaiver.map((text) => parseCrdWaiver(text));
  const objects = replace.includes('all') ? 'all' as const : replace;
  return {
    crdSafety: { policy, waivers }, createNamespace, checkPermissions, changePackage, takeOverCrds, ignoreUpgradeGate,
    ...(replace.length === 0 ? {} : { replace: { objects, ...defined({ namespace }) } }),
  };
}
