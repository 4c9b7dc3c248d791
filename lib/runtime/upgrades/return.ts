/**
 * Going back to an earlier version of an extension that the controllers run: its spec asks for that version, and the controllers do the
 * rest, with every check of an upgrade.
 */
import { ANNOTATION_BUNDLE_VERSION, asObject, type KubeObject, refOf } from '../../api';
import { defined } from '../../defined';
import { isFailedTest } from '../../engine/internal';
import type { ApiStatus, JsonPatchOperation } from '../../engine/ports';
import { BoxcutterError } from '../../errors';
import type { KubeCluster } from '../../kube';
import { controlledExtension, type ControlledHead, type ControlledRevision } from '../../state';

export interface Returned {
  readonly extension: string;
  /** Of the newest revision. */
  readonly from?: string;
  /** What the extension asks for now. */
  readonly version: string;
  /** Number of the revision that had it. */
  readonly of: number;
  /** What the extension asked for: a version or range, and the policy. Absent: neither. */
  readonly before?: { readonly version?: string; readonly upgradeConstraintPolicy?: string };
  readonly changed: boolean;
}

export interface ReturnOptions {
  readonly cluster: KubeCluster;
  /** Number of the revision whose version is wanted. @default the newest complete one before the current, of another version */
  readonly to?: number;
  readonly dryRun?: boolean;
  /** Called when the controllers run it, with the namespace that it installs into; what it throws is thrown before anything is written. */
  readonly onFound?: (namespace: string) => void;
}

/**
 * @returns undefined: the controllers run no ClusterExtension of this name
 * @throws BoxcutterError `rollback-target` (input) with the revisions there are; `extension-refused` (server)
 */
export async function returnToVersion(
  name: string, { cluster, to, dryRun = false, onFound }: ReturnOptions,
): Promise<Returned | undefined> {
  const head = await controlledExtension(cluster, name);
  const extension = head?.controlled.cluster;
  if (head === undefined || extension === undefined) return undefined;
  const namespace = asObject(extension['spec'])?.['namespace'];
  onFound?.(typeof namespace === 'string' ? namespace : '');
  const target = targetOf(head, to);
  const version = versionOf(target) as string;
  const returned = { extension: name, version, of: target.number, ...defined({ from: versionOf(head.controlled.revisions[0]) }) };
  const catalog = asObject(asObject(asObject(extension['spec'])?.['source'])?.['catalog']) ?? {};
  const isSet = catalog['version'] === version && catalog['upgradeConstraintPolicy'] === 'SelfCertified';
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  const before = defined({ version: textOf(catalog['version']), upgradeConstraintPolicy: textOf(catalog['upgradeConstraintPolicy']) });
  if (isSet || dryRun) return { ...returned, before, changed: !isSet };
  await patch(cluster, extension, version);
  return { ...returned, before, changed: true };
}

async function patch(cluster: KubeCluster, extension: KubeObject, version: string): Promise<void> {
  const path = '/spec/source/catalog';
  const operations: readonly JsonPatchOperation[] = [
    { op: 'test', path: '/metadata/resourceVersion', value: extension.metadata.resourceVersion ?? '' },
    { op: 'add', path: `${path}/version`, value: version },
    { op: 'add', path: `${path}/upgradeConstraintPolicy`, value: 'SelfCertified' },
  ];
  const answer = await cluster.patch(refOf(extension), operations, 'boxcutter-rollback');
  if (answer.type === 'object') return;
  const why = answer.type === 'refused' ? refusalText(answer.status) : answer.type === 'lost' ? answer.message : 'it is gone';
  throw new BoxcutterError('extension-refused', 'server', `ClusterExtension ${extension.metadata.name} could not be changed: ${why}`, {
    hint: 'Run the command again.',
  });
}

function refusalText(status: ApiStatus): string {
  return isFailedTest(status) ? 'another client has changed it meanwhile.' : status.message;
}

function targetOf({ head: { extension }, controlled: { revisions } }: ControlledHead, to: number | undefined): ControlledRevision {
  const [newest, ...older] = revisions;
  const wanted = to === undefined
    ? older.find((one) => hasSucceeded(one) && versionOf(one) !== undefined && versionOf(one) !== versionOf(newest))
    : revisions.find(({ number }) => number === to);
  if (wanted !== undefined && versionOf(wanted) !== undefined && versionOf(wanted) !== versionOf(newest)) return wanted;
  const there = older.filter((one) => versionOf(one) !== undefined).map((one) => `${one.number} (version ${versionOf(one)})`);
  const problem = to === undefined ? `Extension "${extension}" has no earlier complete revision of another version.`
    : wanted === undefined ? `There is no revision ${to} of extension "${extension}".`
      : `Revision ${to} of extension "${extension}" has the version of the current one, or none.`;
  throw new BoxcutterError('rollback-target', 'input', problem, {
    hint: there.length === 0
      ? 'Ask for a version that a catalog has: spec.source.catalog.version, with upgradeConstraintPolicy SelfCertified.'
      : `Earlier revisions: ${there.join(', ')}.`,
    details: { kept: older.map(({ number }) => number) },
  });
}

function versionOf(revision: ControlledRevision | undefined): string | undefined {
  return revision?.object.metadata.annotations?.[ANNOTATION_BUNDLE_VERSION] || undefined;
}

function hasSucceeded({ conditions }: ControlledRevision): boolean {
  return conditions.some(({ type, status }) => type === 'Succeeded' && status === 'True');
}
