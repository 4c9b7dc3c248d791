/** Why state could not be read or written, in words. */
import type { ObjectRef } from '../api';
import type { Answer, ApiStatus } from '../engine';
import { BoxcutterError, type HintText } from '../errors';

export function stateError(answer: Exclude<Answer, { type: 'object' }>, verb: string, ref: ObjectRef): BoxcutterError {
  const what = `Cannot ${verb} the state of the extension (Secret ${ref.namespace ?? ''}/${ref.name})`;
  if (answer.type === 'refused') {
    if (isTerminating(answer.status)) return stateNamespaceTerminating(ref.namespace ?? '');
    return new BoxcutterError('state-refused', 'server', `${what}: ${answer.status.message}`, { hint: hintFor(answer.status, ref) });
  }
  return new BoxcutterError(
    'state-unreachable',
    'server',
    `${what}: ${answer.type === 'lost' ? answer.message : 'the API server gave no usable answer'}.`,
    { hint: 'Run the command again once the API server answers.' },
  );
}

/** It is being deleted: the API server takes nothing new in it. */
export function stateNamespaceTerminating(namespace: string): BoxcutterError {
  const what = `Namespace ${namespace}, where the state of the extension is kept, is being deleted, so nothing can be created in it.`;
  return new BoxcutterError('namespace-terminating', 'server', what, {
    hint: ({ option }) =>
      `When it is gone (kubectl wait --for=delete namespace/${namespace}), create it again, or let the run create it with `
      + `${option('createNamespace', true)}; or keep the state elsewhere with ${option('stateNamespace')}.`,
    details: { namespaces: [namespace] },
  });
}

function isTerminating({ causes }: ApiStatus): boolean {
  return causes.some(({ reason }) => reason === 'NamespaceTerminating');
}

function hintFor({ code }: ApiStatus, { namespace = '' }: ObjectRef): HintText {
  if (code === 403) {
    return ({ option }) =>
      `Ask for permission to get, create, update and delete Secrets in namespace ${namespace}, `
      + `or keep the state elsewhere with ${option('stateNamespace')}.`;
  }
  if (code === 404) return ({ option }) => `Create namespace ${namespace} first, or name an existing one with ${option('stateNamespace')}.`;
  return 'Run the command again.';
}
