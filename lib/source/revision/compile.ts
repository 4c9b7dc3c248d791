/** A revision that is written already: checked like everything else, and resolved with the Secrets beside it. */
import type { KubeObject } from '../../api';
import { type Finding, formatOrigin } from '../../issue';
import { refuseNoRollout, resolveRevision } from '../../revision';
import type { ConfiguredRevision } from '../configure';
import { refuseFindings } from '../refuse-findings';
import type { Compiled } from '../source';
import type { Surroundings } from '../surroundings';
import { checkContent, checkManifest } from './check';
import { checkForVersion } from './versions';

/**
 * @throws BoxcutterError category input: `input-invalid` with everything that is wrong with the revision or with its objects; what
 *   `resolveRevision` says; `revision-archived` and `revision-previous` where it is to be rolled out
 */
export async function compileRevision(configured: ConfiguredRevision, surroundings: Surroundings): Promise<Compiled> {
  const { source: { revision, secrets }, kubernetesVersion } = configured;
  const { onNote, facts, rollsOut } = surroundings;
  refuseFindings(checkManifest(revision), onNote, undefined, surroundings);
  const contents = secrets.map(({ manifest }) => manifest as unknown as KubeObject);
  const resolved = resolveRevision(revision.manifest, contents);
  const check = (version: string | undefined): readonly Finding[] => checkContent(revision, resolved, secrets, version);
  refuseFindings(await checkForVersion(check, kubernetesVersion, facts), onNote, undefined, surroundings);
  if (rollsOut === true) refuseNoRollout(resolved, formatOrigin(revision.origin));
  return { resolved, documents: [revision.manifest as unknown as KubeObject, ...contents] };
}
