/** What was chosen from catalogs: for people and for machines. Pure. */
import { formatVersionRelease } from '../../../catalog';
import { defined } from '../../../defined';
import { chosenText } from '../installed/bundle';
import type { Paint } from '../terminal/paint';

/** What the lines need of a choice. */
export interface ChosenShown {
  readonly extension: string;
  readonly packageName: string;
  readonly stateNamespace: string;
  readonly namespace?: string;
  readonly isWanted: boolean;
  readonly action: 'install' | 'upgrade' | 'downgrade' | 'same';
  readonly from?: string;
  readonly bundle: {
    readonly name: string;
    readonly image: string;
    readonly version?: Parameters<typeof formatVersionRelease>[0];
    readonly deprecation?: string;
  };
  readonly choice: Parameters<typeof chosenText>[0];
  readonly neededBy: readonly string[];
}

/** `keda: upgrade 2.18.0 to 2.19.0, from catalog own: package keda`, and below it for whom. */
export function chosenLines(chosen: readonly ChosenShown[], { dim, yellow, bold }: Paint): readonly string[] {
  const home = chosen.find(({ isWanted }) => isWanted)?.stateNamespace;
  return chosen.flatMap((one) => [
    `${bold(one.extension)}: ${doneText(one)}${placeText(one, home)}, ${chosenText(one.choice)}`,
    ...one.neededBy.map((need) => dim(`  needed by ${need}`)),
    ...(one.bundle.deprecation === undefined ? [] : [yellow(`  deprecated: ${one.bundle.deprecation}`)]),
  ]);
}

/** Where what it does can be seen only when those before it are on the cluster. */
export function deferredLine({ extension }: Pick<ChosenShown, 'extension'>, why: Error | undefined): string {
  const [first = ''] = (why?.message ?? '').split('\n');
  return `${extension}: the changes can be shown when its dependencies are installed.${first === '' ? '' : ` (Now: ${first})`}`;
}

export function chosenDocument(chosen: ChosenShown): object {
  const { extension, packageName, stateNamespace, namespace, isWanted, action, from, bundle, choice, neededBy } = chosen;
  return {
    extension,
    package: packageName,
    stateNamespace,
    ...defined({ namespace }),
    action,
    isWanted,
    ...defined({ from }),
    bundle: bundle.name,
    ...defined({ version: bundle.version && formatVersionRelease(bundle.version) }),
    image: bundle.image,
    ...defined({ deprecation: bundle.deprecation }),
    catalog: choice,
    neededBy,
  };
}

/** What others need may be installed elsewhere than where they are. */
function placeText({ stateNamespace, namespace = stateNamespace }: ChosenShown, home: string | undefined): string {
  return home === undefined || stateNamespace === home ? '' : ` in namespace ${namespace}`;
}

function doneText({ action, from, bundle }: ChosenShown): string {
  const version = bundle.version === undefined ? bundle.name : formatVersionRelease(bundle.version);
  if (action === 'same') return `stays at ${version}`;
  return from === undefined ? `${action} ${version}` : `${action} ${from} to ${version}`;
}
