/** A bundle that the user names: read, with what makes it useless refused. */
import { existsSync } from 'node:fs';
import { BoxcutterError } from '../../errors';
import { readBundle } from '../../formats';
import { isImageReference, pinnedReference } from '../../formats/project';
import { refuseIssues } from '../refuse-issues';
import type { BundleSource } from '../source';
import type { Surroundings } from '../surroundings';

/** @throws BoxcutterError what opening says; `input-invalid` with everything that is wrong with it */
export async function openBundleSource(path: string, { onNote, writes }: Pick<Surroundings, 'onNote' | 'writes'>): Promise<BundleSource> {
  const { openBundle } = await import('../../image/index.js');
  const { files, image } = await openBundle(path);
  const { issues, bundle } = readBundle(files);
  // Warnings are for its author, who asks for them with `bundle validate`; the user who installs it can do nothing about them.
  refuseIssues(issues.filter(({ severity }) => severity === 'error'), onNote, `The bundle ${path}`, { writes });
  if (bundle === undefined) throw new BoxcutterError('bundle-unreadable', 'input', `${path} could not be read.`);
  const isRemote = image !== undefined && isImageReference(image.reference) && !existsSync(path);
  return { kind: 'bundle', path, bundle, ...(isRemote ? { reference: pinnedReference(image.reference, image.digest) } : {}) };
}
