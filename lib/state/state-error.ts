/** Why state could not be read or written, in words. */
import type { ObjectRef } from '../api';
import type { Answer, ApiStatus } from '../engine';
import { BoxcutterError } from '../errors';

export function stateError(answer: Exclude<Answer, { type: 'object' }>, verb: string, ref: ObjectRef): BoxcutterError {
  const what = `Cannot ${verb} the state of the extension (Secret ${ref.namespace ?? ''}/${ref.name})`;
  if (answer.type === 'refused') {
    return new BoxcutterError('state-refused', 'server', `${what}: ${answer.status.message}`, { hint: hintFor(answer.status, ref) });
  }
  return new BoxcutterError(
    'state-unreachable',
    'server',
    `${what}: ${answer.type === 'lost' ? answer.message : 'the API server gave no usable answer'}.`,
    { hint: 'Run the command again once the API server answers.' },
  );
}

function hintFor(status: ApiStatus, ref: ObjectRef): string {
  if (status.code === 403) {
    return (
      'Ask for permission to get, create, update and delete Secrets in namespace '
      + `${ref.namespace ?? ''}, or keep the state elsewhere with --state-namespace.`
    );
  }
  if (status.code === 404) return `Create namespace ${ref.namespace ?? ''} first, or name an existing one with --state-namespace.`;
  return 'Run the command again.';
}
