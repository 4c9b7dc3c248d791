/** What the server answers to an adoption: an object, or why there is none; a write that was taken, or why it was not. */
import { displayName, type KubeObject, type ObjectRef, refOf } from '../../api';
import { type Answer, type Reader, wordsOfAnswer } from '../../engine';
import { BoxcutterError } from '../../errors';

/**
 * An object as it is, with its kind. Undefined: it is not there, or its kind is not served.
 * @throws BoxcutterError `object-unreadable` (server)
 */
export async function readOne(
  ref: ObjectRef, reader: Pick<Reader, 'get'>, hint = 'Permission to get and to list what is taken over is needed.',
): Promise<KubeObject | undefined> {
  const answer = await reader.get(ref);
  if (answer.type === 'object') return { ...answer.object, apiVersion: ref.apiVersion, kind: ref.kind };
  if (answer.type === 'gone' || answer.type === 'unserved') return undefined;
  const what = `${displayName(ref)} could not be read, so nothing was changed: ${wordsOfAnswer(answer)}`;
  throw new BoxcutterError('object-unreadable', 'server', what, { hint });
}

/**
 * What is gone already needs no write.
 * @param errorOf makes the error of the name of the object and of why it was not written
 * @throws BoxcutterError that one
 */
export function requireWritten(object: KubeObject, answer: Answer, errorOf: (name: string, why: string) => BoxcutterError): void {
  if (answer.type === 'object' || answer.type === 'gone') return;
  throw errorOf(displayName(refOf(object)), wordsOfAnswer(answer, 'its kind is not served'));
}
