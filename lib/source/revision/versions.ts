/**
 * Which Kubernetes version a written revision is checked against. It may have been made for another one than that of the newest schemas,
 * and what only some versions refuse is a mistake only where the version is known.
 */
import type { ClusterFacts } from '../../formats';
import type { Finding } from '../../issue';
import { supportedKubernetesVersions } from '../../schema';

/** What is wrong in the eyes of a Kubernetes version. */
export type CheckOfVersion = (kubernetesVersion: string | undefined) => readonly Finding[];

/**
 * The errors of the version that was chosen, or of that of the cluster. Where neither is known, or the cluster's has no schemas here: the
 * errors that all versions agree on, and the others as warnings. The cluster is asked only when versions disagree.
 */
export async function checkForVersion(
  check: CheckOfVersion,
  chosen: string | undefined,
  facts: (() => Promise<ClusterFacts>) | undefined,
): Promise<readonly Finding[]> {
  if (chosen !== undefined) return check(chosen);
  const [newest = '', ...older] = supportedKubernetesVersions();
  const found = check(newest);
  if (found.length === 0) return found;
  const known = older.map((version) => ({ version, keys: new Set(check(version).map(keyOf)) }));
  const acceptedBy = (finding: Finding): readonly string[] =>
    known.filter(({ keys }) => !keys.has(keyOf(finding))).map(({ version }) => version);
  if (found.every((finding) => acceptedBy(finding).length === 0)) return found;
  const cluster = minorOf((await facts?.())?.kubernetesVersion);
  if (cluster !== undefined && supportedKubernetesVersions().includes(cluster)) return check(cluster);
  return found.map((finding) => noteOf(finding, newest, acceptedBy(finding)));
}

function noteOf(finding: Finding, newest: string, acceptedBy: readonly string[]): Finding {
  if (acceptedBy.length === 0) return finding;
  const take = acceptedBy.length === 1 ? 'takes' : 'take';
  return { ...finding, severity: 'warning', hint: `Kubernetes ${newest} refuses it; ${acceptedBy.join(' and ')} ${take} it.` };
}

function minorOf(version: string | undefined): string | undefined {
  return /^v?(\d+\.\d+)(?:\.|$)/.exec(version ?? '')?.[1];
}

function keyOf({ code, origin, path, message }: Finding): string {
  return JSON.stringify([code, origin, path, message]);
}
