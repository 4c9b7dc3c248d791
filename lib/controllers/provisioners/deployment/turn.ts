/**
 * One turn of a BundleDeployment: its template becomes a Bundle, the Bundle a revision, and the controller of revisions rolls that out:
 * phase by phase, with objects handed over from the revision before. It begins from what is there each time, so it may be broken off
 * anywhere.
 */
import { API_VERSION, type ObjectRef, refOf } from '../../../api';
import { defined } from '../../../defined';
import type { Answer } from '../../../engine/ports';
import { BoxcutterError, isBoxcutterError, messageOf } from '../../../errors';
import { checkCrdUpgrades, crdUpgradeError } from '../../../guards';
import { fitToServer } from '../../../runtime';
import { putRevision } from '../../../state';
import { conditionsOf, transitionsOf } from '../../conditions';
import { generationOf as nextRevision, outdatedRevisions } from '../../extension/generate';
import { leave } from '../../extension/leave';
import { type LiveRevision, type RevisionStates, revisionStates } from '../../extension/revision-facts';
import { isPending, isSettled, type TurnEnd, writeStatus, wordsOfAnswer } from '../../process';
import { generationOf, type LiveBundle, type LiveDeployment } from '../model';
import {
  ANNOTATION_BUNDLE, ANNOTATION_NAMESPACE, BUNDLE_KIND, DEPLOYMENT_KIND, FINALIZER, isClass, PROVISIONER, type ProvisionerClass,
} from '../names';
import type { ProvisionerPlace } from '../place';
import { plainFacts } from '../words';
import { deploymentContent, type DeploymentContent, requestOf } from './content';
import { abandoned, type DeploymentStep, deploymentStep, rolloutOf, superseded, takenBy } from './decide';
import { activeOf, deploymentState, type Outcome } from './status';
import { isBundleOf } from './template';

interface Subject {
  readonly deployment: LiveDeployment;
  readonly bundles: readonly LiveBundle[];
  readonly revisions: readonly LiveRevision[];
  readonly states: RevisionStates;
}

/** @throws BoxcutterError what should be tried again; it is in the status already */
export async function deploymentTurn(name: string, place: ProvisionerPlace): Promise<TurnEnd | void> {
  const deployment = place.deployments.get(name);
  if (deployment === undefined) return;
  const { uid = '', deletionTimestamp, finalizers = [] } = deployment.metadata;
  const revisions = place.revisions.by('owner', uid);
  const subject = { deployment, bundles: place.bundles.by('owner', uid), revisions, states: revisionStates(revisions) };
  if (deletionTimestamp !== undefined) {
    if (!finalizers.includes(FINALIZER)) return;
    const left = await leave(deployment, revisions, { cluster: place.cluster, mayRollOut: place.mayRollOut, finalizer: FINALIZER });
    if (left === undefined) return;
    return report(subject, left.type === 'guarded' ? left : { type: 'leaving', message: left.progress }, place);
  }
  // What was installed stays while another provisioner is asked for; it goes with the deployment.
  const { provisionerClassName: className } = deployment.spec;
  if (!isClass(className)) return;
  if (!finalizers.includes(FINALIZER)) return addFinalizer(deployment, place);
  if (isPending(place.target)) return;
  const over = abandoned(deployment, subject.bundles, activeIn(subject));
  const { outcome, error } = await settle({ ...subject, bundles: subject.bundles.filter((one) => !over.includes(one)) }, className, place);
  await report(subject, outcome, place);
  await removeBundles(over, place);
  if (error !== undefined) throw error;
}

/** The name of the Bundle that is installed. */
function activeIn({ deployment: { status }, bundles, revisions, states }: Subject): string | undefined {
  const installed = revisions.find(({ metadata: { uid } }) => uid === states.installed?.uid);
  return activeOf(installed?.metadata.annotations?.[ANNOTATION_BUNDLE], status?.activeBundle, bundles);
}

interface Settled {
  readonly outcome: Outcome;
  /** Why the turn has to be repeated. */
  readonly error?: Error;
}

async function settle(subject: Subject, className: ProvisionerClass, place: ProvisionerPlace): Promise<Settled> {
  const step = deploymentStep(subject.deployment, subject.bundles, className, (name) => place.bundles.get(name));
  switch (step.type) {
    case 'refused':
    case 'taken':
      return { outcome: { type: 'refused', message: step.message } };
    case 'make-bundle':
      return makeBundle(subject.deployment, step.bundle, place);
    case 'wait':
      return { outcome: { type: 'waiting', bundle: step.bundle } };
    case 'install':
      return install(subject, step, place);
  }
}

async function install(
  subject: Subject, { bundle, unpacked, bundleClass }: Extract<DeploymentStep, { type: 'install' }>, place: ProvisionerPlace,
): Promise<Settled> {
  const { deployment, states } = subject;
  const name = bundle.metadata.name ?? '';
  const notInstalled = (message: string): Outcome => ({ type: 'not-installed', bundle: name, message });
  if (!place.mayRollOut) return { outcome: notInstalled('the feature gate BoxcutterRuntime is off, and nothing else installs bundles') };
  const request = requestOf(deployment, unpacked);
  const next = nextRevision(states, request);
  if (next.type === 'unchanged') {
    const rollout = rolloutOf(next.revision, states);
    const after = rollout.type === 'done' ? tidy(subject, bundle, place) : ensureNamespaceAgain(subject, next.revision.uid, place);
    const error = await after.then(() => undefined, (reason: unknown) => reason as Error);
    return { outcome: { type: 'rollout', bundle: name, rollout }, ...defined({ error }) };
  }
  let isLoaded = false;
  try {
    const written = await place.aside(() => place.contents.files(name, unpacked, bundleClass, async (files) => {
      isLoaded = true;
      const { number, previous } = next;
      const content = await deploymentContent(deployment, bundle, files, { number, previous, request }, place);
      await refuseUnserved(content, place);
      await refuseUnsafe(deployment, content, place);
      await ensureNamespace(content.namespace, place);
      return write(deployment, content, place);
    }));
    place.log.info({ deployment: deployment.metadata.name, revision: written.metadata.name, bundle: name }, 'revision made');
    return { outcome: { type: 'rollout', bundle: name, rollout: { type: 'under-way', message: '' } } };
  } catch (error) {
    const message = messageOf(error);
    return { outcome: isLoaded ? notInstalled(message) : { type: 'not-loaded', bundle: name, message }, error: error as Error };
  }
}

async function makeBundle(
  deployment: LiveDeployment, bundle: LiveBundle, { cluster, bundles, events }: ProvisionerPlace,
): Promise<Settled> {
  const { name = '' } = bundle.metadata;
  const answer = await cluster.create(bundle, { fieldManager: PROVISIONER });
  if (answer.type === 'object') {
    const made = answer.object as LiveBundle;
    bundles.note(made);
    events.record(deployment, {
      type: 'Normal', reason: 'BundleMade', action: 'Unpack', note: `Bundle ${made.metadata.name} stands for the template.`,
    });
    return { outcome: { type: 'waiting', bundle: made } };
  }
  const isThere = answer.type === 'refused' && answer.status.reason === 'AlreadyExists';
  const there = isThere ? await cluster.get({ ...BUNDLE_KIND, name }) : undefined;
  if (there?.type !== 'object') {
    const why = wordsOfAnswer(answer, 'its kind is not served');
    throw new BoxcutterError('bundle-not-written', 'server', `Bundle ${name} could not be made: ${why}`);
  }
  // A former turn has made it, and the cache does not know it yet; or it is none of ours, and maybe one that the cache does not look at.
  const found = there.object as LiveBundle;
  if (isBundleOf(deployment, found)) return { outcome: { type: 'waiting', bundle: found } };
  const message = takenBy(found);
  return { outcome: { type: 'refused', message }, error: new BoxcutterError('bundle-taken', 'collision', message) };
}

/** Before anything of it is written: a definition may come with another deployment, and until then what was there stays. */
async function refuseUnserved({ resolved, namespace }: DeploymentContent, { target }: ProvisionerPlace): Promise<void> {
  try {
    await fitToServer(resolved, target.cluster, { namespace, skipUnserved: false });
  } catch (error) {
    if (!isBoxcutterError(error) || error.code !== 'kind-unserved') throw error;
    const { kinds = [] } = error.details as { readonly kinds?: readonly string[] };
    const { code, category, details } = error;
    throw new BoxcutterError(code, category, `required resource not found: ${kinds.join(', ')}`, { details, cause: error });
  }
}

async function refuseUnsafe(
  { spec: { preflight } }: LiveDeployment, { resolved }: DeploymentContent, place: ProvisionerPlace,
): Promise<void> {
  if (preflight?.crdUpgradeSafety?.disabled === true) return;
  const objects = resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  const error = crdUpgradeError(await checkCrdUpgrades(objects, place.target.cluster), { from: 'path' });
  if (error === undefined) return;
  const way = 'To upgrade all the same, set spec.preflight.crdUpgradeSafety.disabled to true; data may be lost.';
  throw new BoxcutterError(error.code, error.category, `${error.message}\n${way}`, { details: error.details, cause: error });
}

/** It is made where it is not there, and stays when the deployment goes: what others have put there would go with it. */
async function ensureNamespace(name: string, { target: { cluster } }: ProvisionerPlace): Promise<void> {
  const kind = { apiVersion: 'v1', kind: 'Namespace' };
  const there = await cluster.get({ ...kind, name });
  if (there.type === 'object') return;
  const answer = there.type === 'gone' ? await cluster.create({ ...kind, metadata: { name } }, { fieldManager: PROVISIONER }) : there;
  if (answer.type === 'object' || (answer.type === 'refused' && answer.status.reason === 'AlreadyExists')) return;
  const why = wordsOfAnswer(answer, 'its kind is not served');
  throw new BoxcutterError('namespace-not-written', 'server', `Namespace ${name} could not be made: ${why}`);
}

/** A rollout that is not done waits for ever where its namespace went meanwhile. */
async function ensureNamespaceAgain({ revisions }: Subject, uid: string, place: ProvisionerPlace): Promise<void> {
  const namespace = revisions.find(({ metadata }) => metadata.uid === uid)?.metadata.annotations?.[ANNOTATION_NAMESPACE];
  if (namespace !== undefined) await ensureNamespace(namespace, place);
}

async function write(
  { metadata: { name = '', uid = '' } }: LiveDeployment, content: DeploymentContent, { cluster, revisions }: ProvisionerPlace,
): Promise<LiveRevision> {
  const owner = { ...DEPLOYMENT_KIND, name, uid, controller: true, blockOwnerDeletion: true };
  const written = await putRevision(content, { cluster, fieldManager: PROVISIONER, owner }) as LiveRevision;
  revisions.note(written);
  return written;
}

/** Bundles and revisions whose time is over. */
async function tidy({ bundles, states }: Subject, active: LiveBundle, place: ProvisionerPlace): Promise<void> {
  await removeBundles(superseded(bundles, active), place);
  for (const { name, uid } of outdatedRevisions(states)) {
    await remove({ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name }, uid, place);
  }
}

async function removeBundles(bundles: readonly LiveBundle[], place: ProvisionerPlace): Promise<void> {
  for (const { metadata: { name = '', uid = '' } } of bundles) await remove({ ...BUNDLE_KIND, name }, uid, place);
}

async function remove(ref: ObjectRef, uid: string, { cluster }: ProvisionerPlace): Promise<void> {
  const answer = await cluster.delete(ref, { uid });
  if (!isSettled(answer)) throw notWritten(ref, answer);
}

function notWritten({ kind, name }: ObjectRef, answer: Answer): BoxcutterError {
  const why = wordsOfAnswer(answer, 'its kind is not served');
  return new BoxcutterError('deployment-not-written', 'server', `${kind} ${name} could not be written: ${why}`);
}

async function addFinalizer(deployment: LiveDeployment, { cluster, deployments }: ProvisionerPlace): Promise<void> {
  const { finalizers = [], resourceVersion } = deployment.metadata;
  const answer = await cluster.patch(refOf(deployment), [
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
    { op: 'add', path: '/metadata/finalizers', value: [...finalizers, FINALIZER] },
  ], PROVISIONER);
  if (answer.type === 'object') deployments.note(answer.object as LiveDeployment);
  else if (!isSettled(answer)) throw notWritten(refOf(deployment), answer);
}

async function report(subject: Subject, outcome: Outcome, place: ProvisionerPlace): Promise<void> {
  const { deployment, states } = subject;
  const { cluster, deployments, clock, events } = place;
  const { activeBundle: stored, conditions: before } = deployment.status ?? {};
  // Revisions that are being deleted do not count as installed; but until they are gone, their objects may be there.
  const active = outcome.type === 'leaving' || outcome.type === 'guarded' ? stored : activeIn(subject);
  const { conditions: facts, activeBundle } = deploymentState({ outcome, states, active, before });
  const now = clock.now();
  const generation = generationOf(deployment);
  const result = await writeStatus(cluster, deployment, (live) => ({
    ...defined({ activeBundle, observedGeneration: generation }),
    conditions: conditionsOf(live.status?.conditions, plainFacts(facts), { now, generation }),
  }));
  if (result.type !== 'written') return;
  deployments.note(result.object);
  for (const { type, to } of transitionsOf(before, result.object.status?.conditions ?? [], now)) {
    events.record(result.object, {
      type: TROUBLE.has(to.reason) ? 'Warning' : 'Normal', reason: `${type}${to.reason}`, action: 'Reconcile', note: to.message,
    });
  }
}

const TROUBLE: ReadonlySet<string> = new Set([
  'UnpackFailed', 'BundleLoadFailed', 'InstallFailed', 'UpgradeFailed', 'Unhealthy', 'UninstallBlocked',
]);
