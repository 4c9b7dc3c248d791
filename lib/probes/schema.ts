/**
 * `spec.progressionProbes` of a revision: OLM's, plus selector Object, assertions CEL and KindDefault, non-string values and `terminal`.
 */
import { list, named, object, type Schema } from '../api/schema';
import { assertionSchema } from './assertions';
import { selectorSchema } from './selectors';

/** Most probes of a revision. */
export const MAX_PROBES = 100;

export const progressionProbes: Schema = list(
  'When objects count as ready, which the next phase waits for. All assertions of all probes that select an object must hold; ' +
    'an object that no probe selects is judged by the rule of its kind.',
  named(
    'ProgressionProbe',
    object(
      'Assertions about the objects that a selector finds.',
      { selector: selectorSchema, assertions: list('What must hold.', assertionSchema, { minItems: 1, maxItems: 20 }) },
      ['assertions', 'selector'],
    ),
  ),
  { minItems: 1, maxItems: MAX_PROBES },
);
