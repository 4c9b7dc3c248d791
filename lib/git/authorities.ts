/** Which authorities git trusts where nothing of the user's configuration counts: those that this process was told to trust. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { BoxcutterError } from '../errors';

/** Where systems keep the authorities that every program trusts. */
const OF_SYSTEM = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem'];

/**
 * `GIT_SSL_CAINFO` takes the place of all others, as git has it. Otherwise `NODE_EXTRA_CA_CERTS` comes beside the usual ones, or beside
 * those of `SSL_CERT_FILE`, which libcurl leaves to programs.
 * @param folder gets a file with all of them, where they are in several
 * @returns the file that git is to read; undefined: the usual one
 * @throws BoxcutterError `git-authorities` (input)
 */
export async function authoritiesFile(folder: string, env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const { GIT_SSL_CAINFO: own, SSL_CERT_FILE: instead, NODE_EXTRA_CA_CERTS: more } = env;
  if (own || !more) return own || instead || undefined;
  const usual = instead ? await certificatesIn(instead, 'SSL_CERT_FILE') : await ofSystem();
  const file = join(folder, 'authorities.pem');
  await writeFile(file, `${usual}\n${await certificatesIn(more, 'NODE_EXTRA_CA_CERTS')}\n`);
  return file;
}

async function ofSystem(): Promise<string> {
  for (const file of OF_SYSTEM) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  return rootCertificates.join('\n');
}

async function certificatesIn(file: string, variable: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code = 'UNKNOWN' } = error as NodeJS.ErrnoException;
    const message = `The certificates in ${file}, which ${variable} names, cannot be read (${code}).`;
    throw new BoxcutterError('git-authorities', 'input', message, {
      hint: `Mount the file where this runs, or leave ${variable} out.`, cause: error,
    });
  }
}
