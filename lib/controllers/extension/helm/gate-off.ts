/** An extension while the feature gate BoxcutterRuntime is off: what changes is applied by helm, as a release. */
import { type KubeObject, refOf } from '../../../api';
import { BoxcutterError } from '../../../errors';
import {
  chartOf, type HelmApplier, type HelmContent, type HelmMark, type HelmWork, markAfter, markBefore, markOf, markPatch, releaseText,
} from '../../helm';
import { type ResourceCache, type Target, wordsOfAnswer } from '../../process';
import type { KubeLane } from '../../../kube';
import { accountOf } from '../account';
import type { RevisionContent } from '../content';
import type { Outcome } from '../outcome';
import {
  type LiveExtension, type LiveRevision, type RevisionBundle, type RevisionStates,
} from '../revision-facts';
import { FIELD_MANAGER } from '../write-revision';

export interface HelmPlace {
  readonly cluster: Pick<KubeLane, 'create' | 'get' | 'patch'>;
  readonly target: Target;
  readonly extensions: ResourceCache<LiveExtension>;
  readonly revisions: ResourceCache<LiveRevision>;
  /** Undefined: no helm program is configured. */
  readonly helm: HelmApplier | undefined;
}

/** As the support procedures describe it. */
export const WAITS_FOR_GATE = 'the feature gate BoxcutterRuntime is off, and no helm program is configured (helm.program), so nothing is '
  + 'installed or upgraded; what is installed stays as it is. Switch the gate on, or configure helm, and it goes on from here.';

export function helmWork(extension: LiveExtension): HelmWork {
  return { extension: extension.metadata.name ?? '', namespace: extension.spec.namespace, account: accountOf(extension) };
}

/** What is installed is what helm applied last, whatever revisions say. */
export function withRelease(states: RevisionStates, extension: LiveExtension): RevisionStates {
  const { applied } = markOf(extension) ?? {};
  if (applied === undefined) return states;
  const message = `${releaseText(helmWork(extension))} has version ${applied.bundle.version}. `
    + 'Nothing watches its objects while the feature gate BoxcutterRuntime is off.';
  const at = extension.metadata.creationTimestamp ?? '';
  const installed = {
    name: '', uid: '', number: applied.number, lifecycleState: 'Active', isLeaving: false, bundle: applied.bundle, request: applied.request,
    conditions: [{ type: 'Progressing', status: 'False', reason: 'RolledOut', message, lastTransitionTime: at }],
  } as const;
  return { ...states, installed, rollingOut: [] };
}

/** Is this very content what is applied? */
export function isApplied(extension: LiveExtension, states: RevisionStates, request: string): boolean {
  const mark = markOf(extension);
  if (mark !== undefined) return mark.begun.length === 0 && mark.applied?.request === request;
  const newest = states.all.at(-1);
  return newest?.request === request && newest.uid === states.installed?.uid;
}

/** No number of a revision is used twice, also not by those that a release becomes later. */
export function nextNumber(extension: LiveExtension, { all }: RevisionStates): number {
  const { applied, begun = [] } = markOf(extension) ?? {};
  return Math.max(0, all.at(-1)?.number ?? 0, applied?.number ?? 0, ...begun.map(({ number }) => number)) + 1;
}

/** @throws BoxcutterError `helm-failed` (server) with what helm says */
export async function applyByHelm(
  extension: LiveExtension, { manifest, secrets, resolved }: RevisionContent, bundle: RevisionBundle, request: string,
  place: HelmPlace & { readonly helm: HelmApplier },
): Promise<void> {
  const work = helmWork(extension);
  const objects = resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  const chart = chartOf(work.extension, bundle.version, objects, { manifest, secrets });
  const content: HelmContent = { digest: chart.digest, number: resolved.number, request, bundle };
  const begun = await mark(extension, markBefore(markOf(extension), content), place);
  await place.helm.upgrade(work, chart);
  await mark(begun, markAfter(content), place);
}

/** What the release has goes, before the revisions do. @returns what it waits for; undefined: there is no release */
export async function leaveRelease(extension: LiveExtension, place: HelmPlace): Promise<Outcome | undefined> {
  if (markOf(extension) === undefined) return undefined;
  const what = releaseText(helmWork(extension));
  if (place.helm === undefined) {
    const way = 'Switch the feature gate BoxcutterRuntime on, or configure helm (helm.program).';
    return { type: 'guarded', message: `${what} is still there. ${way}` };
  }
  await place.helm.uninstall(helmWork(extension));
  await mark(extension, undefined, place);
  return { type: 'leaving', progress: `${what} was uninstalled.` };
}

/** @returns the extension as it is then. @throws BoxcutterError `extension-refused` (server) when another client was first */
export async function mark(extension: LiveExtension, to: HelmMark | undefined, place: HelmPlace): Promise<LiveExtension> {
  const answer = await place.cluster.patch(refOf(extension as KubeObject), markPatch(extension, to), FIELD_MANAGER);
  if (answer.type === 'object') {
    const live = answer.object as LiveExtension;
    place.extensions.note(live);
    return live;
  }
  const why = wordsOfAnswer(answer, 'it is gone');
  throw new BoxcutterError('extension-refused', 'server', `ClusterExtension ${extension.metadata.name} could not be written: ${why}`);
}
