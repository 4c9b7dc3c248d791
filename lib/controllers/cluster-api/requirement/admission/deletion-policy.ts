/**
 * A definition that requirements name is not deleted, whatever their actions are. The server judges an object with one parameter at a time
 * and says the first that refuses, so the policy has the names of all as a text; and one with a kind of parameters would refuse every
 * deletion on the cluster once that kind is gone.
 */
import { celText, MOST_OF_A_MESSAGE } from './cel';
import { definitionsThat, type PolicySpec } from './policy';

/** @param requirements names, in order */
export function deletionPolicy(definition: string, requirements: readonly string[]): PolicySpec {
  return {
    action: 'Deny',
    matchConstraints: definitionsThat('DELETE'),
    // Not the name in the request: where all of a collection are deleted, there is none.
    matchConditions: [{ name: 'required', expression: `oldObject.metadata.name == ${celText(definition)}` }],
    validations: [{
      expression: 'false', reason: 'Forbidden',
      message: `cannot delete CRD because it has CompatibilityRequirements: ${requirements.join(', ')}`.slice(0, MOST_OF_A_MESSAGE),
    }],
  };
}
