/** Which version of a release is taken over: the newest that is deployed. Pure. */
import { BoxcutterError } from '../../errors';
import { counted } from '../../counted';
import type { StoredRelease } from './release';

export interface Chosen {
  readonly release: StoredRelease;
  /** Why it is not the newest version. */
  readonly note?: string;
}

/**
 * @param history all stored versions of one release, in any order
 * @param wanted number of the version that was named
 * @throws BoxcutterError `release-not-found`, `release-not-deployed` (input)
 */
export function chooseRelease(name: string, namespace: string, history: readonly StoredRelease[], wanted?: number): Chosen {
  const sorted = [...history].sort((a, b) => b.version - a.version);
  const [newest] = sorted;
  if (newest === undefined) {
    throw new BoxcutterError('release-not-found', 'input', `There is no release "${name}" of Helm in namespace ${namespace}.`, {
      hint: 'helm list --all --all-namespaces lists the releases of a cluster.',
    });
  }
  if (newest.status === 'uninstalled' || newest.status === 'uninstalling') {
    const what = newest.status === 'uninstalled' ? 'was uninstalled; only its history is kept' : 'is being uninstalled';
    throw new BoxcutterError('release-not-deployed', 'input', `Release "${name}" ${what}. Nothing was changed.`, {
      hint: 'Install the package anew, or adopt what is left of its objects with boxcutter adopt objects.',
    });
  }
  if (wanted !== undefined) {
    const release = sorted.find(({ version }) => version === wanted);
    if (release !== undefined) return { release };
    throw new BoxcutterError('release-not-found', 'input', `Release "${name}" in namespace ${namespace} has no version ${wanted}.`, {
      hint: `It has ${counted(sorted.length, 'version')}: ${sorted.map(({ version, status }) => `${version} (${status})`).join(', ')}.`,
    });
  }
  const release = sorted.find(({ status }) => status === 'deployed');
  if (release === undefined) throw notDeployed(name, newest);
  if (release === newest) return { release };
  const taken = `version ${release.version} is taken over, which is deployed`;
  return { release, note: `Version ${newest.version} of release "${name}" is ${newest.status}; ${taken}.` };
}

function notDeployed(name: string, { version, status }: StoredRelease): BoxcutterError {
  const why = `version ${version}, the newest, is ${status}`;
  return new BoxcutterError('release-not-deployed', 'input', `No version of release "${name}" is deployed: ${why}. Nothing was changed.`, {
    hint: ({ option }) => (
      `Put the release right with Helm first, or name the version whose objects run: ${option('release-version', version)}.`
    ),
  });
}
