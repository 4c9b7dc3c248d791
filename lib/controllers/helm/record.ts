/** The record of releases on the cluster: Secrets in the namespace of the controllers, read and written by the controllers alone. */
import { type KubeObject, type ObjectRef, refOf } from '../../api';
import { BoxcutterError } from '../../errors';
import { formatPointer } from '../../issue';
import type { KubeLane } from '../../kube';
import { isSettled, wordsOfAnswer } from '../process';
import {
  ANNOTATION_HELM_APPLIED, documentsOf, type HelmContent, type HelmRelease, LABEL_HELM_RELEASE, releaseOf, type RevisionDocuments, secretOf,
  type StoredContent,
} from './release';

type Cluster = Pick<KubeLane, 'list' | 'get' | 'create' | 'patch' | 'delete'>;

/** What is watched of them. */
export interface RecordCache {
  by(index: string, value: string): readonly KubeObject[];
}

export interface RecordOptions {
  readonly cluster: Cluster;
  readonly namespace: string;
  /** Without their content, by the uid of the extension, under `extension`. */
  readonly cache: RecordCache;
  readonly fieldManager: string;
}

export class HelmRecord {
  constructor(private readonly options: RecordOptions) {}

  /** As far as it was seen. */
  seen(uid: string): HelmRelease | undefined {
    return releaseOf(this.options.cache.by('extension', uid));
  }

  /** As the server has it. Undefined: there is no release. @throws BoxcutterError what the server says */
  async read(uid: string): Promise<HelmRelease | undefined> {
    const { cluster, namespace } = this.options;
    const scope = { apiVersion: 'v1', kind: 'Secret', namespace, labelSelector: `${LABEL_HELM_RELEASE}=${uid}` };
    const { objects } = await cluster.list(scope, { metadataOnly: true });
    return releaseOf(objects);
  }

  /** Before helm is started. @throws BoxcutterError `helm-failed` (server) */
  async begin(uid: string, content: Omit<HelmContent, 'digest'>, documents: RevisionDocuments): Promise<StoredContent> {
    const { cluster, namespace, fieldManager } = this.options;
    const { secret, digest } = secretOf(uid, content, documents, namespace);
    const answer = await cluster.create(secret, { fieldManager });
    if (answer.type !== 'object') throw failed(refOf(secret), `could not be written: ${wordsOfAnswer(answer, 'its kind is not served')}`);
    return { ...content, digest, secret: secret.metadata.name ?? '', uid: answer.object.metadata.uid ?? '' };
  }

  /** When helm is done: it has removed what was only in contents before. @throws BoxcutterError `helm-failed` (server) */
  async end({ secret }: StoredContent, before: readonly StoredContent[]): Promise<void> {
    const ref = this.refOf(secret);
    const path = formatPointer(['metadata', 'annotations', ANNOTATION_HELM_APPLIED]);
    const answer = await this.options.cluster.patch(ref, [{ op: 'add', path, value: 'true' }], this.options.fieldManager);
    if (answer.type !== 'object') throw failed(ref, `could not be written: ${wordsOfAnswer(answer, 'it is gone')}`);
    await this.forget(before);
  }

  /** @throws BoxcutterError `helm-failed` (server) */
  async forget(contents: readonly StoredContent[]): Promise<void> {
    for (const { secret, uid } of contents) {
      const ref = this.refOf(secret);
      const answer = await this.options.cluster.delete(ref, { uid });
      if (!isSettled(answer)) throw failed(ref, `could not be deleted: ${wordsOfAnswer(answer, 'it is gone')}`);
    }
  }

  /** @returns a text: why they cannot be read. @throws BoxcutterError `helm-failed` (server) when the server does not say */
  async documents({ secret, digest }: StoredContent): Promise<RevisionDocuments | string> {
    const ref = this.refOf(secret);
    const answer = await this.options.cluster.get(ref);
    if (answer.type === 'object') return documentsOf(answer.object, digest);
    if (answer.type === 'gone') return 'it is gone';
    throw failed(ref, `could not be read: ${wordsOfAnswer(answer, 'it is gone')}`);
  }

  nameOf(secret: string): string {
    return `Secret ${this.options.namespace}/${secret}`;
  }

  private refOf(name: string): ObjectRef {
    return { apiVersion: 'v1', kind: 'Secret', namespace: this.options.namespace, name };
  }
}

function failed({ namespace, name }: ObjectRef, what: string): BoxcutterError {
  return new BoxcutterError('helm-failed', 'server', `Secret ${namespace}/${name}, the record of a release of Helm, ${what}`);
}
