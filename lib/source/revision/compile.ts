/** A revision that is written already: checked like everything else, and resolved with the Secrets beside it. */
import type { KubeObject } from '../../api';
import { formatOrigin, type Issue } from '../../issue';
import { refuseNoRollout, resolveRevision } from '../../revision';
import type { ConfiguredRevision } from '../configure';
import { refuseFindings, refuseIssues } from '../refuse-issues';
import type { Compiled } from '../source';
import type { Surroundings } from '../surroundings';
import { checkContent, checkManifest } from './check';
import { checkForVersion } from './versions';

/**
 * @throws BoxcutterError category input: `input-invalid` with everything that is wrong with the revision or with its objects; what
 *   `resolveRevision` says; `revision-archived` and `revision-previous` where it is to be rolled out
 */
export async function compileRevision(configured: ConfiguredRevision, surroundings: Surroundings): Promise<Compiled> {
  const { source: { revision, secrets, configured: chosen }, kubernetesVersion } = configured;
  const { onNote, facts, rollsOut } = surroundings;
  refuseIssues(checkManifest(revision), onNote, undefined, surroundings);
  const contents = secrets.map(({ manifest }) => manifest as unknown as KubeObject);
  const resolved = resolveRevision(revision.manifest, contents);
  const check = (version: string | undefined): readonly Issue[] => checkContent(revision, resolved, secrets, version);
  refuseFindings(await checkForVersion(check, kubernetesVersion, facts), onNote, undefined, surroundings);
  if (rollsOut === true) refuseNoRollout(resolved, formatOrigin(revision.origin));
  return { resolved: { ...resolved, ...chosen }, documents: () => [revision.manifest as unknown as KubeObject, ...contents] };
}
