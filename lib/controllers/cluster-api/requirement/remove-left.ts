/** What a requirement that is gone has left: its policies and its webhook, which would go on refusing. */
import type { KubeObject } from '../../../api';
import type { KubeLane } from '../../../kube';
import type { ResourceCache } from '../../process';
import { REQUIREMENT_KIND } from '../names';
import { NOBODY, type PolicyPlace, removeDefinitionPolicies } from './admission/keep';
import { isLeft, isOwnedByRequirements, removeObject } from './admission/keep-object';
import { isPolicyFor } from './admission/policy';
import type { Requirement } from './decide';
import { isLeftWebhook } from './objects/webhook';

export interface LeftPlace extends PolicyPlace {
  readonly cluster: PolicyPlace['cluster'] & Pick<KubeLane, 'list'>;
  readonly webhooks: Pick<ResourceCache<KubeObject>, 'get'>;
  readonly requirements: Pick<ResourceCache<Requirement>, 'by'>;
}

/**
 * The garbage collector would come for some of it. That a requirement is not seen is no proof that it is gone: the server is asked first,
 * and what it does not serve is not gone.
 * @param name of the requirement, or of a policy that no requirement owns
 * @param tidyDeletions of definitions that nobody requires any more
 * @throws BoxcutterError `kind-unserved` (collision), category `server`: whether it is gone is not known; tried again, like what failed
 */
export async function removeLeft(
  name: string, place: LeftPlace, tidyDeletions: (concerned: (object: KubeObject) => boolean) => Promise<void>,
): Promise<void> {
  const { cluster, policies, bindings, webhooks, requirements } = place;
  const isConcerned = (object: KubeObject): boolean => isOwnedByRequirements(object, { name }) || isLeft(object);
  const isAskedFor = ({ metadata }: KubeObject): boolean => requirements.by('policy', metadata.name ?? '').length > 0;
  const isUnasked = (object: KubeObject): boolean => isConcerned(object) && !isAskedFor(object);
  const webhook = webhooks.get(name);
  const left = webhook !== undefined && (isLeftWebhook(webhook) || isNamedBy(webhook, name)) ? webhook : undefined;
  const hasPolicies = [...bindings.list(), ...policies.list()].some((object) => (
    isPolicyFor('deletion', object) ? isConcerned(object) : isPolicyFor('definition', object) && isUnasked(object)
  ));
  if (left === undefined && !hasPolicies) return;
  const { objects } = await cluster.list(REQUIREMENT_KIND, { metadataOnly: true });
  if (objects.some(({ metadata }) => metadata.name === name)) return;
  await tidyDeletions(isConcerned);
  await removeDefinitionPolicies(isUnasked, place);
  if (left !== undefined) await removeObject(left, NOBODY, place);
}

function isNamedBy({ metadata: { ownerReferences = [] } }: KubeObject, requirement: string): boolean {
  return ownerReferences.some(({ kind, name }) => kind === REQUIREMENT_KIND.kind && name === requirement);
}
