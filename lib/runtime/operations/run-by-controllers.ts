/** What the command does not do to an extension that the controllers run, and how it is done instead. */
import { docPage } from '../../doc-page';
import { BoxcutterError } from '../../errors';
import type { KubeCluster } from '../../kube';
import { shellWord } from '../../shell-word';
import { controlledExtension, type ControlledHead, namedOfControllers } from '../../state';

/** An operation that writes. */
export type Doing = 'apply' | 'delete' | 'orphan' | 'pause' | 'recover' | 'resume' | 'rollback' | 'upgrade';

/**
 * Up to three requests; none where the cluster does not have the kinds of the controllers.
 * @throws BoxcutterError `run-by-controllers` (input) when they run an extension of this name
 */
export async function refuseControlled(
  extension: string, doing: Doing, { cluster }: { readonly cluster: Pick<KubeCluster, 'kinds' | 'list'> },
): Promise<void> {
  const found = await controlledExtension(cluster, namedOfControllers(extension) ?? extension);
  if (found !== undefined) throw runByControllers(found, doing);
}

export function runByControllers(found: ControlledHead, doing: Doing): BoxcutterError {
  const { head: { extension }, controlled: { cluster, revisions } } = found;
  const what = cluster === undefined
    ? `revisions that were made by hand (${revisions.slice(0, 3).map(({ name }) => name).join(', ')})`
    : `ClusterExtension ${extension}`;
  return new BoxcutterError(
    'run-by-controllers', 'input', `The controllers run extension "${extension}": ${what}. Nothing was changed.`,
    { hint: insteadOf(doing, found), details: { extension, revisions: revisions.map(({ name }) => name) } },
  );
}

/** Of an extension of theirs that has not installed anything: what to look at, a sentence. */
export function whyNoRevision(extension: string): string {
  const name = shellWord(extension);
  return `Why: kubectl describe clusterextension ${name}; what it asks for: kubectl edit clusterextension ${name}.`;
}

/** Complete commands. */
function insteadOf(doing: Doing, found: ControlledHead): string {
  const { head: { extension, revisions: records }, controlled: { cluster, revisions, pending } } = found;
  const [newest] = revisions;
  const name = shellWord(extension);
  const standing = revisions.filter(({ state }) => state !== 'Archived');
  const all = (standing.length === 0 ? revisions : standing).map((one) => shellWord(one.name)).join(' ');
  switch (doing) {
    case 'apply':
      return cluster === undefined
        ? `Make the next revision, ${extension}-${(newest?.number ?? 0) + 1}, with kubectl create (${docPage('revisions.md')}). `
          + 'Or choose another name for what you apply.'
        : `Change it: kubectl edit clusterextension ${name}. Or choose another name for what you apply.`;
    case 'delete':
      return cluster === undefined ? `kubectl delete clusterextensionrevision ${all}` : `kubectl delete clusterextension ${name}`;
    case 'orphan':
      return cluster === undefined ? `kubectl delete clusterextensionrevision ${all} --cascade=orphan`
        : `A ClusterExtension makes its revisions anew, so it goes first, and its objects with it. To keep them as they are, `
          + `stop the controllers.`;
    case 'pause':
    case 'resume': {
      if (newest === undefined) return `It has no revision yet. ${whyNoRevision(extension)}`;
      const state = doing === 'pause' ? 'Paused' : 'Active';
      const patch = `-p '{"spec":{"lifecycleState":"${state}"}}'`;
      return `kubectl patch clusterextensionrevision ${shellWord(newest.name)} --type=merge ${patch}`;
    }
    case 'rollback': {
      const before = records.find(({ number, version }) => number !== newest?.number && version !== undefined)?.version ?? 'VERSION';
      const source = `{"catalog":{"version":"${before}","upgradeConstraintPolicy":"SelfCertified"}}`;
      return cluster === undefined
        ? `Make the next revision, ${extension}-${(newest?.number ?? 0) + 1}, with the phases of the one that you go back to.`
        : `kubectl patch clusterextension ${name} --type=merge -p '{"spec":{"source":${source}}}'`;
    }
    case 'upgrade': {
      if (cluster === undefined) return insteadOf('apply', found);
      const [waiting] = pending.filter(({ approved }) => !approved);
      const way = `They upgrade it as its spec.source.catalog and spec.upgradeApproval say: kubectl edit clusterextension ${name}.`;
      return waiting === undefined ? way
        : `Version ${waiting.version} waits for approval: boxcutter approve ${shellWord(waiting.name)}. ${way}`;
    }
    case 'recover':
      return 'Nothing has to be recovered: the revisions themselves are the record.';
  }
}
