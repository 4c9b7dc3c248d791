/** One turn of a Bundle: it is unpacked, unless it was, and says how it stands. */
import { defined } from '../../../defined';
import { isBoxcutterError, messageOf } from '../../../errors';
import { conditionsOf, transitionsOf } from '../../conditions';
import { type TurnEnd, writeStatus } from '../../process';
import { deploymentOf, generationOf, type LiveBundle } from '../model';
import type { ProvisionerPlace } from '../place';
import { plainFacts } from '../words';
import { bundleState, bundleStep, type Unpacking } from './decide';

/** @throws what unpacking has thrown, for it is to be tried again; it is in the status already */
export async function bundleTurn(name: string, place: ProvisionerPlace): Promise<TurnEnd | void> {
  const bundle = place.bundles.get(name);
  if (bundle === undefined) return;
  const step = bundleStep(bundle);
  if (step.type === 'nothing') return;
  if (step.type === 'rest') return void await report(bundle, { type: 'unpacked', ...step.unpacked }, place);
  // What failed says so until it works.
  const begun = bundle.status?.phase === undefined ? await report(bundle, { type: 'begun' }, place) : bundle;
  const isOfDeployment = deploymentOf(bundle, place.deployments) !== undefined;
  const asker = { isOfDeployment, isFailing: bundle.status?.phase === 'Failing' };
  try {
    await place.aside(() => place.contents.unpack(bundle.spec.source, step.className, asker, async (unpacked) => {
      await report(begun, { type: 'unpacked', ...unpacked }, place);
      place.log.info({ bundle: name, digest: unpacked.digest }, 'bundle unpacked');
    }));
  } catch (error) {
    const isMissing = isBoxcutterError(error) && error.code === 'bundle-source-missing';
    await report(begun, { type: isMissing ? 'waiting' : 'failed', message: messageOf(error) }, place);
    throw error;
  }
}

/** @returns the bundle as it is then */
async function report(bundle: LiveBundle, unpacking: Unpacking, place: ProvisionerPlace): Promise<LiveBundle> {
  const { cluster, bundles, clock, events, contentUrl } = place;
  const name = bundle.metadata.name ?? '';
  const { conditions: facts, ...state } = bundleState(name, unpacking, contentUrl(name));
  const now = clock.now();
  const generation = generationOf(bundle);
  const result = await writeStatus(cluster, bundle, (live) => ({
    ...state, ...defined({ observedGeneration: generation }),
    conditions: conditionsOf(live.status?.conditions, plainFacts(facts), { now, generation }),
  }));
  if (result.type !== 'written') return bundle;
  bundles.note(result.object);
  for (const { type, to } of transitionsOf(bundle.status?.conditions, result.object.status?.conditions ?? [], now)) {
    events.record(result.object, {
      type: to.reason === 'UnpackFailed' ? 'Warning' : 'Normal', reason: to.reason, action: type, note: to.message,
    });
  }
  return result.object;
}
