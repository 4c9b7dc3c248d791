/**
 * Looks at what a pending upgrade would do: renders it as it would be rolled out, and asks the API server with dry runs. Writes nothing.
 */
import { type ClusterExtension, type JsonObject, type KubeObject, refOf, type ResolvedRevision } from '../../../api';
import { messageOf } from '../../../errors';
import { type Bundle, configSchemaOf } from '../../../formats';
import type { KubeLane } from '../../../kube';
import { examine } from '../../../runtime/internal';
import { openBundle } from '../../../source';
import { controlledHeads, ControlledRecord } from '../../../state';
import type { UpgradeChanges } from '../../approval';
import { actingIn, type Target } from '../../process';
import { accountOf } from '../account';
import type { RevisionFacts } from '../revision-facts';
import { changesOf } from './changes';
import { changedDefaults, type DefaultChange } from './defaults';
import { fitted } from './fit';

export interface PreviewRequest {
  readonly extension: ClusterExtension & KubeObject;
  /** Digest of everything that the outcome depends on. */
  readonly basis: string;
  /** Version that is installed. */
  readonly from: string;
  /** The revisions that stand, the newest last; at least one. */
  readonly standing: readonly RevisionFacts[];
  readonly content: { readonly resolved: ResolvedRevision; readonly source: string; readonly rendered: string; readonly bundle: Bundle };
  readonly config?: JsonObject;
  readonly isConfidential: boolean;
  /** Packages that would be installed with it. */
  readonly dependencies: NonNullable<UpgradeChanges['dependencies']>;
  /** Image of the installed bundle. Absent: it has none. */
  readonly installedReference?: string;
}

export interface PreviewPlace {
  readonly cluster: Pick<KubeLane, 'get'>;
  readonly target: Target;
  readonly facts: Parameters<typeof openBundle>[1]['facts'];
}

/** @throws BoxcutterError what keeps the revisions that are there from being read, and the API server from being asked */
export async function previewOf(request: PreviewRequest, { cluster, target, facts }: PreviewPlace): Promise<UpgradeChanges> {
  const { extension, basis, from, content, config, dependencies, isConfidential } = request;
  const record = await recordOf(request, cluster, target.name !== undefined);
  const [newest] = record.stored.controlled.revisions;
  const now = newest === undefined ? undefined : await record.content(newest.number);
  // As if it were the content of the newest revision: so only what differs counts, and not that another revision has it.
  const revision = { ...content.resolved, number: newest?.number ?? content.resolved.number };
  const operation = { intent: 'apply', revision, again: false } as const;
  const { phases, removals, crdUpgrades, state } = await examine(operation, { record }, {
    cluster: actingIn(target, accountOf(extension)).cluster, wait: false,
    ...(extension.spec.install?.preflight?.crdUpgradeSafety?.enforcement === 'None' ? { crdSafety: { policy: 'warn' } } : {}),
  });
  const defaults = await defaultsOf(request, facts);
  const problem = state.stopping ?? state.unreachable ?? (typeof defaults === 'string' ? defaults : undefined);
  return fitted(changesOf({
    basis, from, content: content.source, rendered: content.rendered, phases, removals, crdUpgrades, dependencies, isConfidential,
    before: objectsOf(now), next: objectsOf(content.resolved),
    defaults: typeof defaults === 'string' || (isConfidential && config !== undefined) ? [] : defaults,
    ...(problem === undefined ? {} : { problem }),
  }));
}

async function recordOf(
  { extension, standing }: PreviewRequest, cluster: PreviewPlace['cluster'], elsewhere: boolean,
): Promise<ControlledRecord> {
  const found = await Promise.all(standing.map(async ({ name }) => {
    const answer = await cluster.get({ apiVersion: extension.apiVersion, kind: 'ClusterExtensionRevision', name });
    return answer.type === 'object' ? [answer.object] : [];
  }));
  const [head] = controlledHeads([extension], found.flat());
  if (head === undefined) throw new Error(`the record of ${refOf(extension).name} has no head`);
  return new ControlledRecord(head, cluster, elsewhere);
}

/** A text: why they cannot be told. */
async function defaultsOf(
  { content, config, installedReference }: PreviewRequest, facts: PreviewPlace['facts'],
): Promise<readonly DefaultChange[] | string> {
  if (installedReference === undefined) return [];
  try {
    const { bundle } = await openBundle(`oci://${installedReference}`, { onNote: () => undefined, facts });
    return changedDefaults(configSchemaOf(bundle), configSchemaOf(content.bundle), config);
  } catch (error) {
    return `The defaults of the installed version are not known: ${messageOf(error)}`;
  }
}

function objectsOf(revision: ResolvedRevision | undefined): readonly KubeObject[] {
  return (revision?.phases ?? []).flatMap(({ objects }) => objects.map(({ object }) => object));
}
