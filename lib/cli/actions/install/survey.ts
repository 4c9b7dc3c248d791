/** What a choice is made over: the extensions of the cluster, its version, the kinds that it serves. */
import type { ClusterView } from '../../../catalog';
import { defined } from '../../../defined';
import { type InstalledExtension, installedExtensions, readableExtensions, trustedExtensions } from '../../../runtime';
import { unreadNote } from '../../output/extension/unread';
import { note } from '../../output/note';
import { stateNamespace, type Connection, type StatePlaceArgs } from '../../session';
import { factsOf } from '../../surroundings';
import { type TrustArgs, trustOptions } from '../operation/trust-options';

export interface Survey {
  /** As their heads have it, whoever wrote them. */
  readonly found: readonly InstalledExtension[];
  /** What choices go by. */
  readonly installed: readonly InstalledExtension[];
  /** Packages of other namespaces that do not count: it is not known that an installer wrote their records. */
  readonly doubted: readonly InstalledExtension[];
  readonly stateNamespace: string;
  readonly cluster: ClusterView;
}

export interface SurveyArgs extends StatePlaceArgs, TrustArgs {
  /** What needs a newer Kubernetes is chosen all the same. @default false */
  readonly ignoreMinKubeVersion?: boolean | undefined;
  /** Where the extensions of the whole cluster may not be listed: those of each namespace that may be read, and not of one alone. */
  readonly allNamespaces?: boolean;
}

/** @throws BoxcutterError `state-*`, `server-*` */
export async function surveyOf(connection: Connection, args: SurveyArgs, timeoutMs: number): Promise<Survey> {
  const { found, installed, doubted, there } = await connection.session(timeoutMs, async ({ cluster }) => {
    const home = stateNamespace(args, cluster);
    const scope = { cluster, otherwise: home, onNote: note };
    const all = await (args.allNamespaces === true ? readable(scope) : installedExtensions(scope));
    const { trusted, doubted: others } = await trustedExtensions(all, { cluster, home, ...trustOptions(args) });
    return { there: home, found: all, installed: trusted, doubted: others };
  });
  const { kubernetesVersion, apiVersions } = await factsOf(connection, timeoutMs)();
  const kubeVersion = args.ignoreMinKubeVersion === true ? undefined : kubernetesVersion;
  return { found, installed, doubted, stateNamespace: there, cluster: { apiVersions, ...defined({ kubeVersion }) } };
}

async function readable(scope: Parameters<typeof readableExtensions>[0]): Promise<readonly InstalledExtension[]> {
  const { summaries, unread } = await readableExtensions(scope);
  const missing = unreadNote(unread, scope.otherwise);
  if (missing !== undefined) note(missing);
  return summaries;
}
