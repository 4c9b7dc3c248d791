/** For what a rollout is refused, from the words of the command. */
import { parseCrdWaiver, type CrdPolicy, type RefusalOptions } from '../runtime';

export interface RefusalArgs {
  readonly crdSafety?: CrdPolicy | 'off' | undefined;
  readonly crdWaiver?: readonly string[] | undefined;
  readonly createNamespace?: boolean | undefined;
  readonly changePackage?: boolean | undefined;
}

/** @throws BoxcutterError `crd-waiver` (input) */
export function refusalOptions({ crdSafety: policy = 'enforce', crdWaiver = [], createNamespace = false, changePackage = false }: RefusalArgs): RefusalOptions {
  return { crdSafety: { policy, waivers: crdWaiver.map((text) => parseCrdWaiver(text)) }, createNamespace, changePackage };
}
