/** A release as it is going to be taken over: found, read, compared with what runs. Nothing is written. */
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { shellWord } from '../../shell-word';
import { HeadRecord } from '../../state';
import type { OperationOptions } from '../../runtime';
import { activeKeepers, type Keeper } from '../take/keepers';
import { prepare, type Taking } from '../take/prepare';
import { refuseOtherExtension, requireContentOf, requireMadeOf, wasComplete } from '../take/same-extension';
import { requireCommand } from './adopted-by';
import { chooseRelease } from './choose';
import { refuseNewer } from './fence';
import { fenceOf } from './fence-marks';
import { findHistory, loadRelease } from './find';
import type { HelmRelease, StoredRelease } from './release';
import { sourceOfRelease } from './release-source';

export interface HelmTarget {
  readonly release: string;
  /** Of the release: its objects that name none live there. */
  readonly namespace: string;
  /** Number of the version to take over. @default the newest that is deployed */
  readonly releaseVersion?: number;
  /** Name of the extension. @default that of the release */
  readonly extension?: string;
  /** Field managers that are replaced beside those of Helm. @default none */
  readonly managers?: readonly string[];
}

type Place = Pick<OperationOptions, 'cluster' | 'stateNamespace' | 'stateKey' | 'trustState' | 'onNote'>;

export interface HelmAdoption {
  readonly extension: string;
  readonly release: HelmRelease;
  /** All stored versions. */
  readonly history: readonly StoredRelease[];
  readonly taking: Taking;
  /** What would apply its objects again, or install the release anew. */
  readonly keepers: readonly Keeper[];
  /** An earlier adoption is complete: nothing is left to do. */
  readonly isAdopted: boolean;
}

/**
 * @throws BoxcutterError `release-not-found`, `release-not-deployed`, `release-adopted`, `extension-exists`, `nothing-to-adopt`,
 *   `adoption-invalid` (input), `release-changed` (locked), `release-unreadable`, `object-unreadable`, `server-*`, `state-*` (server)
 */
export async function beginHelm(
  { release: name, namespace, releaseVersion, extension = name, managers = [] }: HelmTarget, place: Place,
): Promise<HelmAdoption> {
  const { cluster, onNote } = place;
  const history = await findHistory(name, namespace, cluster);
  const { release: chosen, note } = chooseRelease(name, namespace, history, releaseVersion);
  if (note !== undefined) onNote?.(note);
  refuseOtherAdoption(name, history, extension, place.stateNamespace);
  const record = await HeadRecord.read(extension, place);
  const madeOf = { name, namespace };
  requireMadeOf(record, madeOf);
  if (record.head !== undefined && wasComplete(record.head)) refuseNewer(name, namespace, history);
  const isOurs = history.some(({ object }) => fenceOf(object) !== undefined);
  const release = await loadRelease(chosen, cluster);
  const { source, hooksNotRun, bundle } = sourceOfRelease(release, extension);
  const taking = await prepare({ ...source, managers }, cluster, record.owner.context);
  // Without its mark on the release an adoption has come no further than its record; that one alone is no evidence.
  const isAdopted = isOurs && record.head !== undefined && wasComplete(record.head);
  if (!isAdopted) {
    refuseOtherExtension(record, taking);
    await requireContentOf(record, madeOf);
  }
  const { namespace: where = '', name: secret = '' } = chosen.object.metadata;
  // Who may write there has chosen them, and need not be who may install anything.
  const untrustedChoices = place.trustState === true ? undefined : { secret: `${where}/${secret}`, why: 'release' as const };
  const chosenThere = { config: release.config, bundle, ...defined({ untrustedChoices }) };
  const revision = { ...taking.revision, ...chosenThere, release: madeOf, ...defined({ hooksNotRun }) };
  const keepers = isAdopted ? [] : await activeKeepers(taking.seen, cluster);
  return { extension, release, history, taking: { ...taking, revision }, keepers, isAdopted };
}

function refuseOtherAdoption(name: string, history: readonly StoredRelease[], extension: string, stateNamespace: string): void {
  const by = history.map(({ object }) => fenceOf(object)).find((fence) => fence !== undefined);
  if (by === undefined) return;
  const { extension: other, stateNamespace: where } = requireCommand(name, by);
  if (other === extension && where === stateNamespace) return;
  const whose = `as extension "${other}" with its state in namespace ${where}`;
  throw new BoxcutterError('release-adopted', 'input', `Release "${name}" is adopted already, ${whose}.`, {
    hint: `boxcutter status ${shellWord(other)} -n ${shellWord(where)} shows it.`,
  });
}
