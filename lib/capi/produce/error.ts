import { BoxcutterError } from '../../errors';
import { oneLine } from '../../plain-text';

const LOOK = 'Nothing was written.';

/** A provider that cannot be written for the operator. @param about the provider, or the file that it is made of */
export function providerError(about: string, what: string, hint = LOOK, cause?: unknown): BoxcutterError {
  return new BoxcutterError('capi-provider', 'input', `${oneLine(about)}: ${oneLine(what)}.`, {
    hint, details: { about }, ...(cause === undefined ? {} : { cause }),
  });
}
