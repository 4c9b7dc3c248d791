/** A git repository that a user names as a source: `git+https://HOST/REPOSITORY#REF:FOLDER`. Pure, and loads nothing for other sources. */
import { BoxcutterError } from '../../errors';

export interface GitAddress {
  /** `https://…` or `file://…` */
  readonly repository: string;
  /** Whole commit, tag or branch. Absent: the default branch. */
  readonly ref?: string;
  /** Folder that holds the bundle. Absent: the root. */
  readonly directory?: string;
  /** For messages: without a query. */
  readonly shown: string;
}

const SCHEME = /^git\+[a-z]+:\/\//i;

export function namesGit(text: string): boolean {
  return SCHEME.test(text);
}

/** Neither an option of git nor what git refuses in names. */
const REF = /^[A-Za-z0-9_](?:[A-Za-z0-9_.+@/-]*[A-Za-z0-9_+@-])?$/;
const MAX_REF = 255;

/** @throws BoxcutterError `git-address` (input); what may be a password is not repeated */
export function parseGitAddress(text: string): GitAddress {
  const [address = '', ...behind] = text.slice('git+'.length).split('#');
  const fragment = behind.join('#');
  const [ref = '', ...rest] = fragment.split(':');
  const directory = rest.join(':').replace(/^\.?\/+|\/+$/g, '');
  if (!URL.canParse(address) || /[\u0000-\u001f\u007f]/.test(text)) {
    throw invalid('The address of the git repository cannot be read.', 'Write git+https://, a host and a path.');
  }
  if (ref !== '' && (!REF.test(ref) || ref.length > MAX_REF || ref.includes('..') || ref.includes('//') || ref.includes('@{'))) {
    throw invalid(`${JSON.stringify(ref)} is not the name of a tag, a branch or a commit.`, 'Behind the # come a name, : and a folder.');
  }
  const { protocol, host, pathname } = new URL(address);
  const where = directory === '' ? '' : `:${directory}`;
  return {
    repository: address,
    ...(ref === '' ? {} : { ref }),
    ...(directory === '' ? {} : { directory }),
    shown: `git+${protocol}//${host}${pathname}${ref === '' && where === '' ? '' : `#${ref}${where}`}`,
  };
}

/** The same content again, whatever becomes of tags and branches. */
export function pinnedAddress({ shown, directory }: GitAddress, commit: string): string {
  const [repository = ''] = shown.split('#');
  return `${repository}#${commit}${directory === undefined ? '' : `:${directory}`}`;
}

function invalid(message: string, hint: string): BoxcutterError {
  return new BoxcutterError('git-address', 'input', message, { hint });
}
