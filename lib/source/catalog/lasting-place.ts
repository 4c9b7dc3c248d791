/** Where a catalog is, however it is named. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The whole path of what lies on this machine, because a record may be read from elsewhere; anything else as it is. */
export function lastingPlace(where: string): string {
  return statSync(where, { throwIfNoEntry: false }) === undefined ? where : resolve(where);
}
