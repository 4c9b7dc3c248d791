import { beginOlm, releaseFromOlm } from '../../../adoption';
import { defined } from '../../../defined';
import { parseDuration } from '../../command-line/duration';
import { adoptOlmWords, type AdoptOlmArgs } from '../../commands/adopt/olm';
import { note } from '../../output/note';
import { withCluster } from '../../session';
import { trustOptions } from '../operation/trust-options';
import { planOf, takeOverWith } from './take-over';

export async function adoptOlmAction(args: AdoptOlmArgs): Promise<number> {
  const startedMs = performance.now();
  return withCluster(args, parseDuration(args.timeout, '--timeout'), async (session) => {
    const { cluster, signal } = session;
    const namespace = args.namespace ?? cluster.defaultNamespace;
    const stateNamespace = args.stateNamespace ?? namespace;
    const adoption = await beginOlm(
      { subscription: args.subscription, namespace, ...defined({ extension: args.name, managers: args.manager }) },
      { cluster, stateNamespace, onNote: note, ...trustOptions(args) },
    );
    const { taking, version } = adoption;
    const from = { subscription: args.subscription, namespace, version: version.metadata.name };
    const given = { subcommand: adoptOlmWords, taking, stateNamespace, startedMs, from };
    const beforeWrites = (): Promise<void> => releaseFromOlm(adoption, cluster, signal);
    if (!args.plan) return (await takeOverWith(args, session, { ...given, beforeWrites })).code;
    const gone = `Subscription ${args.subscription} and ClusterServiceVersion ${version.metadata.name ?? ''}`;
    note(`${gone} would be deleted; what they own stays.`);
    return planOf(args, session, given);
  });
}
