/** Approving a pending upgrade: what `kubectl patch` does, for the very object that was looked at, and with the name of who approves. */
import { ANNOTATION_APPROVED_BY, asObject, refOf } from '../../api';
import { wordsOfAnswer } from '../../engine';
import { isFailedTest } from '../../engine/internal';
import type { JsonPatchOperation } from '../../engine/ports';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { formatPointer } from '../../issue';
import type { KubeCluster } from '../../kube';
import { shellWord } from '../../shell-word';
import type { PendingUpgradeInfo } from './list';

export interface ApprovalOutcome {
  readonly upgrade: PendingUpgradeInfo;
  /** It was not approved before. */
  readonly changed: boolean;
}

const MANAGER = 'boxcutter-approve';

/** Who these credentials are, by the word of the API server. Undefined: it does not say. */
export async function userNameOf(cluster: Pick<KubeCluster, 'create'>): Promise<string | undefined> {
  const answer = await cluster.create({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview', metadata: {} });
  const info = answer.type === 'object' ? asObject(asObject(answer.object['status'])?.['userInfo']) : undefined;
  return typeof info?.['username'] === 'string' ? info['username'] : undefined;
}

export interface ApproveOptions {
  /** Who approves, put down beside the approval. Absent: nobody knows. */
  readonly user?: string;
  /**
   * Of what was looked at, as its record names it (`status.upgrade.digest`).
   * @default whatever it is
   */
  readonly digest?: string;
  /** Approve what nobody could look at yet: whatever will be behind its version. @default false */
  readonly unseen?: boolean;
  /** @default false */
  readonly dryRun?: boolean;
}

/**
 * @throws BoxcutterError `upgrade-content-differs` (input): it is another one than the one of the digest, or is not known;
 *   `upgrade-content-unknown` (incomplete): nobody could look at it yet;
 *   `upgrade-changed` (server): another one has its place by now; `upgrade-refused` (server): what the server says
 */
export async function approveUpgrade(
  upgrade: PendingUpgradeInfo, cluster: Pick<KubeCluster, 'patch'>, { user, digest, unseen = false, dryRun = false }: ApproveOptions,
): Promise<ApprovalOutcome> {
  if (digest !== undefined) refuseOtherContent(upgrade, digest);
  if (upgrade.approved) return { upgrade, changed: false };
  if (!unseen) requireSeen(upgrade);
  if (dryRun) return { upgrade, changed: true };
  const { annotations, resourceVersion } = upgrade.object.metadata;
  const { digest: there } = upgrade.status.upgrade ?? {};
  const operations: readonly JsonPatchOperation[] = [
    { op: 'test', path: '/metadata/uid', value: upgrade.uid },
    // What another client annotates meanwhile would be replaced.
    ...(annotations === undefined ? [{ op: 'test', path: '/metadata/resourceVersion', value: resourceVersion } as const] : []),
    ...(digest === undefined ? [] : [{ op: 'test', path: '/status/upgrade/digest', value: there } as const]),
    { op: 'add', path: '/spec/approved', value: true },
    ...(user === undefined ? [] : approver(annotations !== undefined, user)),
  ];
  const answer = await cluster.patch(refOf(upgrade.object), operations, MANAGER);
  if (answer.type === 'object') return { upgrade, changed: true };
  if (answer.type === 'gone' || (answer.type === 'refused' && isFailedTest(answer.status))) {
    throw new BoxcutterError('upgrade-changed', 'server', `The pending upgrade ${upgrade.name} has changed, or is not there any more.`, {
      hint: 'What there is now: boxcutter upgrades',
    });
  }
  const why = wordsOfAnswer(answer, 'its kind is not served');
  throw new BoxcutterError('upgrade-refused', 'server', `The upgrade ${upgrade.name} could not be approved: ${why}`, {
    hint: 'Approving takes the verb approve for clusterextensionrevisions: ClusterRole boxcutter-upgrade-approver.',
  });
}

/** Beside what others annotate meanwhile. */
function approver(hasAnnotations: boolean, user: string): readonly JsonPatchOperation[] {
  return [
    ...(hasAnnotations ? [] : [{ op: 'add' as const, path: '/metadata/annotations', value: {} }]),
    { op: 'add', path: formatPointer(['metadata', 'annotations', ANNOTATION_APPROVED_BY]), value: user },
  ];
}

function refuseOtherContent({ name, status: { upgrade } }: PendingUpgradeInfo, given: string): void {
  const { content, digest, dependencies = [] } = upgrade ?? {};
  if (digest !== undefined && given === digest) return;
  const along = dependencies.length === 0 ? '' : `, with ${dependencies.map((one) => one.package).join(', ')}`;
  const is = content === undefined || digest === undefined ? 'is not known yet' : `is ${content}${along} (digest ${digest})`;
  throw new BoxcutterError('upgrade-content-differs', 'input', `The content of ${name} ${is}, and not ${given}. Nothing was approved.`, {
    hint: `What approving would do now: boxcutter diff ${shellWord(name)}`,
    details: { name, digest: given, ...defined({ content }) },
  });
}

/** What was never there to look at may be anything when it comes, and approving it would be approving that. */
function requireSeen({ name, status: { upgrade } }: PendingUpgradeInfo): void {
  if (upgrade?.content !== undefined) return;
  const why = upgrade?.problem === undefined ? '' : `: ${upgrade.problem.replace(/[.]$/, '')}`;
  const what = `What ${name} would install is not known yet${why}. Nothing was approved.`;
  throw new BoxcutterError('upgrade-content-unknown', 'incomplete', what, {
    hint: ({ option }) => `Run it again when boxcutter diff ${shellWord(name)} shows it, or approve whatever will be behind its version: `
      + `${option('unseen', true)}.`,
    details: { name },
  });
}
