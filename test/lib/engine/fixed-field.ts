import type { Answer } from '../../../lib/engine';

/** As the API server refuses what it never changes in place. */
export const FIXED_FIELD: Extract<Answer, { type: 'refused' }> = {
  type: 'refused',
  status: {
    code: 422,
    reason: 'Invalid',
    message: 'data.value: field is immutable',
    causes: [{ field: 'data.value', message: 'field is immutable' }],
  },
};
