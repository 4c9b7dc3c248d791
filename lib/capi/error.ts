import { BoxcutterError } from '../errors';
import { oneLine } from '../plain-text';

/** Manifests that cannot be used as they are. @param where the ConfigMap, or the image and the file in it */
export function manifestsError(where: string, what: string, cause?: unknown): BoxcutterError {
  return new BoxcutterError('capi-manifests', 'input', `${oneLine(where)}: ${oneLine(what)}.`, {
    hint: 'What is installed stays as it is. Whoever makes the image or the ConfigMap has to put it right.',
    details: { where },
    ...(cause === undefined ? {} : { cause }),
  });
}
