/** Keeps the Secret with the certificates: made when there is none, renewed in time. On the leader alone. */
import { refOf, type JsonValue, type KubeObject } from '../../../../api';
import type { JsonPatchOperation } from '../../../../engine';
import { BoxcutterError } from '../../../../errors';
import type { KubeLane } from '../../../../kube';
import { type ResourceCache, wordsOfAnswer } from '../../../process';
import { REQUIREMENT_MANAGER } from '../../names';
import { isThere } from '../admission/keep-object';
import { type Certificates, type Facts, nextStep } from './decide';
import { makePair } from './make';
import { CERTIFICATE_SECRET, certificatesIn, certificateSecret, dataOf } from './secret';

export interface CertificatePlace {
  readonly cluster: Pick<KubeLane, 'create' | 'patch'>;
  readonly secrets: ResourceCache<KubeObject>;
  readonly namespace: string;
  readonly lifeMs: number;
}

/**
 * One step. What is written wakes whoever watches the Secret.
 * @returns milliseconds until it has to be looked again, if nothing wakes before
 * @throws BoxcutterError `capi-certificates` (server): tried again
 */
export async function keepCertificates(facts: Facts, place: CertificatePlace): Promise<number> {
  const { secrets, namespace, lifeMs } = place;
  const live = secrets.get(CERTIFICATE_SECRET, namespace);
  const stored = certificatesIn(live);
  const step = nextStep(stored, facts);
  if (step.type === 'keep') return step.againInMs;
  const fresh = (): ReturnType<typeof makePair> => makePair(facts.hosts, { now: facts.now, lifeMs });
  if (step.type === 'make' || stored === undefined) await write({ current: fresh() }, live, place);
  else if (step.type === 'stage') await write({ current: stored.current, next: fresh() }, live, place);
  else if (stored.next !== undefined) await write({ current: stored.next, previous: stored.current.authority }, live, place);
  return facts.settleMs;
}

async function write(
  certificates: Certificates, live: KubeObject | undefined, { cluster, secrets, namespace }: CertificatePlace,
): Promise<void> {
  const wanted = certificateSecret(namespace, certificates);
  const { resourceVersion = '' } = live?.metadata ?? {};
  const changes: readonly JsonPatchOperation[] = [
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
    { op: 'add', path: '/data', value: dataOf(certificates) as JsonValue },
  ];
  const answer = live === undefined ? await cluster.create(wanted, { fieldManager: REQUIREMENT_MANAGER })
    : await cluster.patch(refOf(wanted), changes, REQUIREMENT_MANAGER);
  if (answer.type === 'object') return void secrets.note(answer.object);
  if (live === undefined && isThere(answer)) return;
  const said = wordsOfAnswer(answer, 'Secrets are not served');
  throw new BoxcutterError('capi-certificates', 'server', `Secret ${namespace}/${CERTIFICATE_SECRET} could not be written: ${said}.`, {
    hint: 'It is tried again; check the rights of the controllers.',
  });
}
