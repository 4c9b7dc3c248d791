/**
 * The key with which digests of confidential configurations are made. A plain digest in an annotation would give away a password that is
 * easy to guess; with this key, nobody who cannot read Secrets of the controllers can try any.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { type KubeObject, type ObjectRef } from '../../../api';
import type { Answer } from '../../../engine/ports';
import { BoxcutterError } from '../../../errors';
import type { KubeLane } from '../../../kube';
import { wordsOfAnswer } from '../../process';

/** The Secret that holds it, in the namespace of the controllers. Without it, each confidential configuration makes one more revision. */
export const DIGEST_KEY_SECRET = 'boxcutter-digest-key';
const DATA_KEY = 'key';

export class DigestKey {
  private known: Promise<Buffer> | undefined;

  constructor(
    private readonly cluster: Pick<KubeLane, 'get' | 'create'>, private readonly namespace: string, private readonly fieldManager: string,
  ) {}

  /** @returns 64 hexadecimal digits. @throws BoxcutterError `digest-key-unreachable` (server) */
  async digestOf(text: string): Promise<string> {
    this.known ??= this.read();
    this.known.catch(() => (this.known = undefined));
    return createHmac('sha256', await this.known).update(text).digest('hex');
  }

  /** Of what all replicas use: one that another has made is taken. */
  private async read(): Promise<Buffer> {
    const ref: ObjectRef = { apiVersion: 'v1', kind: 'Secret', namespace: this.namespace, name: DIGEST_KEY_SECRET };
    const found = await this.cluster.get(ref);
    if (found.type === 'object') return keyIn(found.object);
    if (found.type !== 'gone') throw failed(found);
    const { namespace, name, apiVersion, kind } = ref;
    const made = await this.cluster.create({
      apiVersion, kind, metadata: { namespace, name } as KubeObject['metadata'], type: 'Opaque', immutable: true,
      data: { [DATA_KEY]: randomBytes(32).toString('base64') },
    }, { fieldManager: this.fieldManager });
    if (made.type === 'object') return keyIn(made.object);
    const other = await this.cluster.get(ref);
    if (other.type === 'object') return keyIn(other.object);
    throw failed(made);
  }
}

function keyIn(secret: KubeObject): Buffer {
  const key = Buffer.from((secret['data'] as Readonly<Record<string, string>> | undefined)?.[DATA_KEY] ?? '', 'base64');
  if (key.length >= 16) return key;
  throw new BoxcutterError('digest-key-unreachable', 'server', `Secret ${DIGEST_KEY_SECRET} holds no key. Delete it, and it is made anew.`);
}

function failed(answer: Exclude<Answer, { type: 'object' }>): BoxcutterError {
  const why = wordsOfAnswer(answer, 'it is gone');
  return new BoxcutterError(
    'digest-key-unreachable', 'server', `Secret ${DIGEST_KEY_SECRET}, which configurations in Secrets need, cannot be had: ${why}`,
  );
}
