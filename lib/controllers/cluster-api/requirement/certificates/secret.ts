/** The Secret with the certificates of the webhook: the leader writes it, every replica serves with what is in it. */
import { isJsonObject, type JsonValue, type KubeObject } from '../../../../api';
import { defined } from '../../../../defined';
import type { Certificates } from './decide';
import type { Pair } from './make';

export const CERTIFICATE_SECRET = 'boxcutter-cluster-api-webhook';

const KEYS = { authority: 'ca.crt', certificate: 'tls.crt', key: 'tls.key' } as const;

export function certificateSecret(namespace: string, certificates: Certificates): KubeObject {
  return {
    apiVersion: 'v1', kind: 'Secret', type: 'Opaque',
    metadata: { name: CERTIFICATE_SECRET, namespace, labels: { 'app.kubernetes.io/part-of': 'boxcutter' } }, data: dataOf(certificates),
  } as KubeObject;
}

const PREVIOUS = 'previous-ca.crt';

export function dataOf({ current, next, previous }: Certificates): Readonly<Record<string, JsonValue>> {
  return {
    ...pairData(current, ''), ...(next === undefined ? {} : pairData(next, 'next-')),
    ...(previous === undefined ? {} : { [PREVIOUS]: Buffer.from(previous).toString('base64') }),
  };
}

/** Undefined: there are none in it. */
export function certificatesIn(secret: KubeObject | undefined): Certificates | undefined {
  const current = pairIn(secret, '');
  const next = pairIn(secret, 'next-');
  const data = secret?.['data'];
  const before = isJsonObject(data) ? data[PREVIOUS] : undefined;
  const previous = typeof before === 'string' ? Buffer.from(before, 'base64').toString('utf8') : undefined;
  return current === undefined ? undefined : { current, ...defined({ next, previous }) };
}

function pairData(pair: Pair, prefix: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(KEYS).map(([part, key]) => [
    prefix + key, Buffer.from(pair[part as keyof Pair]).toString('base64'),
  ]));
}

function pairIn(secret: KubeObject | undefined, prefix: string): Pair | undefined {
  const data = secret?.['data'];
  if (!isJsonObject(data)) return undefined;
  const read = (key: string): string => Buffer.from(String(data[prefix + key] ?? ''), 'base64').toString('utf8');
  const pair = { authority: read(KEYS.authority), certificate: read(KEYS.certificate), key: read(KEYS.key) };
  return Object.values(pair).includes('') ? undefined : pair;
}
