/** The plan of a revision, from the options of the command. */
import type { ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import { type BeforeIt, fitToServer, planRevision, type Plan } from '../../../runtime';
import type { PlanArgs } from '../../commands/plan';
import { note } from '../../output/note';
import { stateNamespace, type Session } from '../../session';
import { refusalOptions, type RefusalArgs } from './refusal-options';
import { trustOptions, type TrustArgs } from './trust-options';

/** The plan of a revision on this cluster. `before`: what is applied before it. */
export async function makePlan(
  revision: ResolvedRevision,
  args: Pick<PlanArgs, 'name' | 'namespace' | 'stateNamespace' | 'skipUnserved' | 'deleteData' | 'orphan'> & RefusalArgs & TrustArgs,
  { cluster, signal }: Session,
  before?: BeforeIt,
): Promise<Plan> {
  const { namespace, skipUnserved, deleteData, orphan } = args;
  const refusal = { ...refusalOptions(args), guessedName: args.name === undefined };
  const resolved = await fitToServer(revision, cluster, { ...defined({ namespace, before }), skipUnserved, onNote: note });
  const place = { cluster, signal, stateNamespace: stateNamespace(args, cluster), ...trustOptions(args) };
  return planRevision(resolved, { ...place, deleteData, orphan, onNote: note, ...refusal, ...defined({ before }) });
}
