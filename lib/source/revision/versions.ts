/**
 * Which Kubernetes version a written revision is checked against. It may have been made for another one than that of the newest schemas,
 * and what only some versions refuse is a mistake only where the version is known.
 */
import type { ClusterFacts } from '../../formats';
import { type Finding, type Issue, originKey } from '../../issue';
import { supportedKubernetesVersions } from '../../schema';
import { inWords } from '../in-words';

/** What is wrong in the eyes of a Kubernetes version. */
export type CheckOfVersion = (kubernetesVersion: string | undefined) => readonly Issue[];

/**
 * The errors of the version that was chosen, or of that of the cluster. Where neither is known, or the cluster's has no schemas here: the
 * errors that all versions agree on, and the others as warnings. The cluster is asked only when versions disagree.
 */
export async function checkForVersion(
  check: CheckOfVersion,
  chosen: string | undefined,
  facts: (() => Promise<ClusterFacts>) | undefined,
): Promise<readonly Finding[]> {
  if (chosen !== undefined) return check(chosen).map(inWords);
  const [newest = '', ...older] = supportedKubernetesVersions();
  const found = check(newest);
  if (found.length === 0) return [];
  const known = older.map((version) => ({ version, keys: new Set(check(version).map(keyOf)) }));
  const acceptedBy = (issue: Issue): readonly string[] =>
    known.filter(({ keys }) => !keys.has(keyOf(issue))).map(({ version }) => version);
  if (found.every((issue) => acceptedBy(issue).length === 0)) return found.map(inWords);
  const cluster = minorOf((await facts?.())?.kubernetesVersion);
  if (cluster !== undefined && supportedKubernetesVersions().includes(cluster)) return check(cluster).map(inWords);
  return found.map((issue) => noteOf(inWords(issue), newest, acceptedBy(issue)));
}

function noteOf(finding: Finding, newest: string, acceptedBy: readonly string[]): Finding {
  if (acceptedBy.length === 0) return finding;
  const take = acceptedBy.length === 1 ? 'takes' : 'take';
  return { ...finding, severity: 'warning', hint: `Kubernetes ${newest} refuses it; ${acceptedBy.join(' and ')} ${take} it.` };
}

function minorOf(version: string | undefined): string | undefined {
  return /^v?(\d+\.\d+)(?:\.|$)/.exec(version ?? '')?.[1];
}

/** The same mistake in the eyes of two versions. What else there could be at its place may differ. */
function keyOf({ code, origin, path }: Issue): string {
  return JSON.stringify([code, origin && originKey(origin), path]);
}
