/** What a choice is made over: the extensions of the cluster, its version, the kinds that it serves. */
import type { ClusterView } from '../../../catalog';
import { defined } from '../../../defined';
import { type InstalledExtension, installedExtensions } from '../../../runtime';
import { note } from '../../output/note';
import { stateNamespace, type Connection, type StatePlaceArgs } from '../../session';
import { factsOf } from '../../surroundings';

export interface Survey {
  readonly installed: readonly InstalledExtension[];
  readonly stateNamespace: string;
  readonly cluster: ClusterView;
}

export interface SurveyArgs extends StatePlaceArgs {
  /** What needs a newer Kubernetes is chosen all the same. @default false */
  readonly ignoreMinKubeVersion?: boolean | undefined;
}

/** @throws BoxcutterError `state-*`, `server-*` */
export async function surveyOf(connection: Connection, args: SurveyArgs, timeoutMs: number): Promise<Survey> {
  const { installed, there } = await connection.session(timeoutMs, async ({ cluster }) => {
    const namespace = stateNamespace(args, cluster);
    return { there: namespace, installed: await installedExtensions({ cluster, otherwise: namespace, onNote: note }) };
  });
  const { kubernetesVersion, apiVersions } = await factsOf(connection, timeoutMs)();
  const kubeVersion = args.ignoreMinKubeVersion === true ? undefined : kubernetesVersion;
  return { installed, stateNamespace: there, cluster: { apiVersions, ...defined({ kubeVersion }) } };
}
