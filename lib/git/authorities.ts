/** Which authorities git trusts where nothing of the user's configuration counts: those that this process was told to trust. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { BoxcutterError } from '../errors';

/** Where systems keep the authorities that every program trusts. */
const OF_SYSTEM = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem'];

export interface Authorities {
  /** The file that git is to read. Absent: the usual one. */
  readonly file?: string;
  /** Which certificates could not be read, a clause: what to say of a server that is not trusted. */
  readonly unread?: string;
}

/**
 * `GIT_SSL_CAINFO` takes the place of all others, as git has it. Otherwise `NODE_EXTRA_CA_CERTS` comes beside the usual ones, or beside
 * those of `SSL_CERT_FILE`, which libcurl leaves to programs. Where that cannot be read, the usual ones count alone, as Node has it.
 * @param folder gets a file with all of them, where they are in several
 * @throws BoxcutterError `git-authorities` (input): those of `SSL_CERT_FILE` cannot be read
 */
export async function authoritiesOf(folder: string, env: NodeJS.ProcessEnv = process.env): Promise<Authorities> {
  const { GIT_SSL_CAINFO: own, SSL_CERT_FILE: instead, NODE_EXTRA_CA_CERTS: more } = env;
  const alone = own || instead;
  if (own || !more) return alone ? { file: alone } : {};
  const extra = await certificatesIn(more);
  if ('unread' in extra) return { ...(alone ? { file: alone } : {}), unread: unreadText(more, 'NODE_EXTRA_CA_CERTS', extra.unread) };
  const file = join(folder, 'authorities.pem');
  await writeFile(file, `${instead ? await required(instead, 'SSL_CERT_FILE') : await ofSystem()}\n${extra.text}\n`);
  return { file };
}

async function ofSystem(): Promise<string> {
  for (const file of OF_SYSTEM) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  return rootCertificates.join('\n');
}

async function required(file: string, variable: string): Promise<string> {
  const found = await certificatesIn(file);
  if ('text' in found) return found.text;
  throw new BoxcutterError('git-authorities', 'input', `${unreadText(file, variable, found.unread).replace(/^t/, 'T')}.`, {
    hint: `Mount the file where this runs, or leave ${variable} out.`,
  });
}

/** @returns the code of what went wrong, where it cannot be read */
function certificatesIn(file: string): Promise<{ readonly text: string } | { readonly unread: string }> {
  return readFile(file, 'utf8').then((text) => ({ text }), ({ code = 'UNKNOWN' }: NodeJS.ErrnoException) => ({ unread: code }));
}

function unreadText(file: string, variable: string, code: string): string {
  return `the certificates in ${file}, which ${variable} names, cannot be read (${code})`;
}
