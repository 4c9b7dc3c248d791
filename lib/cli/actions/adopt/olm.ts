import { beginOlm, releaseFromOlm } from '../../../adoption';
import { defined } from '../../../defined';
import { parseDuration } from '../../command-line/duration';
import { adoptOlmWords, type AdoptOlmArgs } from '../../commands/adopt/olm';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';
import { withCluster } from '../../session';
import { trustOptions } from '../operation/trust-options';
import { ADOPT_SCHEMA, planOf, takeOverWith } from './take-over';

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
    const { extension, operator } = adoption;
    const from = { subscription: args.subscription, namespace, version: operator.version.name };
    if ('isAdopted' in adoption) {
      const done = `The operator of Subscription ${args.subscription} is adopted already: it is extension ${extension}.`;
      if (isDocument(args.output)) await printDocument({ schema: ADOPT_SCHEMA, from, extension, adopted: true }, args.output);
      else printLines([done]);
      return EXIT.done;
    }
    const { taking, subscription, version } = adoption;
    const given = { subcommand: adoptOlmWords, taking, stateNamespace, startedMs, from };
    const onRecord = (): Promise<void> => releaseFromOlm(adoption, cluster, signal);
    if (subscription === undefined) note(`Subscription ${args.subscription} is gone: going on with the adoption that was broken off.`);
    if (!args.plan) return (await takeOverWith(args, session, { ...given, onRecord })).code;
    const left = [
      ...(subscription === undefined ? [] : [`Subscription ${args.subscription}`]),
      ...(version === undefined ? [] : [`ClusterServiceVersion ${operator.version.name}`]),
    ];
    if (left.length > 0) note(`${left.join(' and ')} would be deleted; what they own stays.`);
    return planOf(args, session, given);
  });
}
