import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { makeFolders } from '../make-folders';
import { writeWhole } from '../write-whole';
import type { ClusterPlaces } from './places';

/** Users of a cluster, each with a token. The components have names of their own so that the audit log can distinguish them. */
export const users = {
  admin: 'system:masters',
  restricted: 'boxcutter:restricted',
  'system:kube-controller-manager': 'system:masters',
  'system:kube-scheduler': 'system:masters',
  'kwok': 'system:masters',
} as const;
export type UserName = keyof typeof users;

export type Tokens = Readonly<Record<UserName, string>>;

const day = 24 * 60 * 60_000;

/**
 * Writes the token file and the service account key, and answers the tokens. What is there from an earlier start is kept,
 * so that copies of the kubeconfig go on working; a serving certificate about to expire goes, and the API server makes a new one.
 */
export function prepareCredentials(places: ClusterPlaces): Tokens {
  makeFolders(places.certificates, 0o700);
  if (!fs.existsSync(serviceAccountKeys(places).privateKey)) writeServiceAccountKeys(places);
  if (fs.existsSync(places.servingCertificate) && expiresSoon(places.servingCertificate)) {
    for (const file of fs.readdirSync(places.certificates)) {
      if (file.startsWith('apiserver')) fs.rmSync(path.join(places.certificates, file));
    }
  }
  const kept = readTokens(places);
  if (kept) return kept;
  const tokens = Object.fromEntries(Object.keys(users)
    .map((user) => [user, randomBytes(24).toString('base64url')])) as Record<UserName, string>;
  const lines = Object.entries(users).map(([user, group]) => `${tokens[user as UserName]},${user},${user},"${group}"\n`);
  writeWhole(places.tokens, lines.join(''), 0o600);
  return tokens;
}

/** The tokens of a cluster that was prepared; undefined when there is no complete token file. */
export function readTokens(places: ClusterPlaces): Tokens | undefined {
  if (!fs.existsSync(places.tokens)) return undefined;
  const entries = fs.readFileSync(places.tokens, 'utf8').trim().split('\n').map((line) => line.split(','));
  const tokens = Object.fromEntries(entries.map(([token, user]) => [user, token])) as Partial<Record<UserName, string>>;
  return Object.keys(users).every((user) => tokens[user as UserName]) ? (tokens as Tokens) : undefined;
}

export function serviceAccountKeys(places: ClusterPlaces): { privateKey: string; publicKey: string } {
  return {
    privateKey: path.join(places.certificates, 'service-account.key'),
    publicKey: path.join(places.certificates, 'service-account.pub'),
  };
}

function writeServiceAccountKeys(places: ClusterPlaces): void {
  const files = serviceAccountKeys(places);
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  writeWhole(files.publicKey, publicKey);
  writeWhole(files.privateKey, privateKey, 0o600);
}

function expiresSoon(certificate: string): boolean {
  try {
    return Date.parse(new X509Certificate(fs.readFileSync(certificate)).validTo) - Date.now() < 30 * day;
  } catch {
    return true;
  }
}
