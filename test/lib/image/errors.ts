import { isBoxcutterError, type BoxcutterError } from '../../../lib/errors';

/** The error of this project with which something fails. */
export async function failure(action: () => unknown): Promise<BoxcutterError> {
  try {
    await action();
  } catch (error) {
    if (isBoxcutterError(error)) return error;
    throw error;
  }
  throw new Error('it did not fail');
}
