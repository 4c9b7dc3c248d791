/** A git repository as a source: the files of a commit, read by the user's own git. */
import { BoxcutterError } from '../../errors';
import type { BundleFiles } from '../../formats';
import { gitFiles, resolveNamed } from '../../git';
import { parseGitAddress, pinnedAddress } from './address';

export interface OpenGitOptions {
  /** No server may be asked. @default false */
  readonly offline?: boolean | undefined;
  /** Is told the commit of a name that may move. */
  readonly onNote?: ((note: string) => void) | undefined;
}

/**
 * @param text `git+https://HOST/REPOSITORY#REF:FOLDER`
 * @returns the files, and the address as it may be shown
 * @throws BoxcutterError `git-address`, `git-offline` (input), and what reading a repository says
 */
export async function openGit(
  text: string, { offline = false, onNote }: OpenGitOptions = {},
): Promise<{ readonly files: BundleFiles; readonly shown: string }> {
  const address = parseGitAddress(text);
  const { repository, ref, directory, shown } = address;
  // A repository of this machine is no server.
  if (offline && !/^file:/i.test(repository)) {
    throw new BoxcutterError('git-offline', 'input', `No server may be asked, and what ${shown} gives is not kept on this machine.`, {
      hint: 'Clone it before, and name the folder.',
    });
  }
  // What the user may read, the user may read by this command; what git would ask for is not asked.
  const given = { repository, allowLocal: true, asUser: true } as const;
  const commit = await resolveNamed(given, ref);
  if (ref !== commit) onNote?.(`${shown} is not pinned: it is commit ${commit} now. To pin it, name ${pinnedAddress(address, commit)}`);
  return { files: await gitFiles(given, commit, directory === undefined ? {} : { directory }), shown };
}
