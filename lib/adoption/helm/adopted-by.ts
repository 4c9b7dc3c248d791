/** Whom a release that is put aside belongs to: an extension of the command, or one of the controllers, which the command leaves alone. */
import { BoxcutterError } from '../../errors';
import { shellWord } from '../../shell-word';
import type { Fence } from './fence-marks';

/** Of an extension of the command. */
export type CommandFence = Fence & Required<Pick<Fence, 'stateNamespace'>>;

/** @throws BoxcutterError `release-adopted` (input): the controllers have it */
export function requireCommand(release: string, { stateNamespace, ...fence }: Fence): CommandFence {
  if (stateNamespace !== undefined) return { ...fence, stateNamespace };
  const { extension } = fence;
  const what = `Release "${release}" is taken over by the controllers, for ClusterExtension ${extension}.`;
  throw new BoxcutterError('release-adopted', 'input', what, {
    hint: `boxcutter status ${shellWord(extension)} shows it.`,
  });
}
