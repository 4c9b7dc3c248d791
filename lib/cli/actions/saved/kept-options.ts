/** The options of an apply that a saved plan keeps: they decide what it may do. */
import type { ApplyArgs } from '../../commands/apply';

export const KEPT = [
  'namespace', 'stateNamespace', 'deleteData', 'orphan', 'skipUnserved', 'crdSafety', 'crdWaiver', 'replace', 'createNamespace',
  'checkPermissions', 'changePackage', 'ignoreUpgradeGate', 'trustState', 'stateKey',
] as const satisfies readonly (keyof ApplyArgs)[];

export type FrozenOptions = Pick<ApplyArgs, typeof KEPT[number]>;

/** These options and no others. */
export function frozenOptions(args: FrozenOptions): FrozenOptions {
  return Object.fromEntries(KEPT.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]]))) as unknown as FrozenOptions;
}
