/** An adoption of an operator of OLM that was begun before, as its record shows it. */
import type { OlmOperator, ResolvedRevision } from '../../api';
import { HeadRecord, summariseHeads } from '../../state';
import { wasComplete } from '../take/same-extension';
import type { OlmPlace, OlmTarget } from './target';

export interface Begun {
  readonly record: HeadRecord;
  readonly operator: OlmOperator;
  /** What it had begun to take over. Absent: it is complete. */
  readonly content?: ResolvedRevision;
}

function isOf(operator: OlmOperator | undefined, { subscription, namespace }: OlmTarget): operator is OlmOperator {
  return operator?.subscription === subscription && operator.namespace === namespace;
}

/**
 * Only the Subscription knows the package, and with it the name of the extension: where that is not named, the record is looked for.
 * @throws BoxcutterError `server-*`, `state-*` (server)
 */
export async function findBegun(target: OlmTarget, place: OlmPlace): Promise<Begun | undefined> {
  const extension = target.extension ?? await extensionOf(target, place);
  if (extension === undefined) return undefined;
  const record = await HeadRecord.read(extension, place);
  const { head } = record;
  const revision = head?.revisions.find(({ takenFromOlm }) => isOf(takenFromOlm, target));
  if (head === undefined || revision?.takenFromOlm === undefined) return undefined;
  const operator = revision.takenFromOlm;
  if (wasComplete(head)) return { record, operator };
  const content = await record.content(revision.number);
  // What is deleted comes from the content, which has a seal; the head has none.
  return isOf(content?.takenFromOlm, target) ? { record, operator: content.takenFromOlm, content } : undefined;
}

async function extensionOf(target: OlmTarget, { cluster, stateNamespace }: OlmPlace): Promise<string | undefined> {
  const summaries = await summariseHeads(cluster, { namespace: stateNamespace, onUnreadable: () => undefined }, ({ head }) => (
    head.revisions.some(({ takenFromOlm }) => isOf(takenFromOlm, target)) ? head.extension : undefined));
  return summaries.find((extension) => extension !== undefined);
}
