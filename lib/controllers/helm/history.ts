/**
 * What helm has stored of the release of an extension (lib/adoption reads it, puts it aside and deletes it), and what this process gave it
 * to store: the documents of a revision.
 */
import { deleteHistory, fence, findHistory, isFenced, loadRelease, type StoredRelease, unfence } from '../../adoption';
import { isBoxcutterError } from '../../errors';
import type { KubeLane } from '../../kube';
import { digestOf, DOCUMENTS, type RevisionDocuments } from './chart';

type Cluster = Pick<KubeLane, 'list' | 'get' | 'patch' | 'delete' | 'serverTime'>;

export class ReleaseHistory {
  private constructor(private readonly cluster: Cluster, private readonly stored: readonly StoredRelease[]) {}

  /** @throws BoxcutterError what the server says */
  static async read(cluster: Cluster, namespace: string, name: string): Promise<ReleaseHistory> {
    return new ReleaseHistory(cluster, await findHistory(name, namespace, cluster, { kinds: ['Secret'] }));
  }

  /** The documents with this digest. Undefined: no version of the release has them. */
  async documents(digest: string): Promise<RevisionDocuments | undefined> {
    for (const one of this.stored) {
      const text = await this.documentsIn(one);
      if (text !== undefined && digestOf(text) === digest) return JSON.parse(text) as RevisionDocuments;
    }
    return undefined;
  }

  /** helm neither finds nor changes it from now on. @throws BoxcutterError as `fence` */
  putAside(extension: string): Promise<void> {
    return fence(this.stored, { extension }, this.cluster);
  }

  /** helm goes on with it: versions that it was killed in go, it refuses every other one while they are there. */
  async giveBack(): Promise<void> {
    const isBroken = ({ status }: StoredRelease): boolean => status.startsWith('pending-');
    await deleteHistory(this.stored.filter(isBroken), this.cluster);
    await unfence(this.stored.filter((one) => !isBroken(one) && isFenced(one)), this.cluster);
  }

  /** @throws BoxcutterError as `deleteHistory` */
  forget(): Promise<void> {
    return deleteHistory(this.stored, this.cluster);
  }

  /** Who may write Secrets in its namespace may write anything into it: what cannot be read is not ours. */
  private async documentsIn(one: StoredRelease): Promise<string | undefined> {
    try {
      const { files } = await loadRelease(one, this.cluster);
      return files.find(({ name }) => name === DOCUMENTS)?.text;
    } catch (error) {
      if (isBoxcutterError(error) && error.code === 'release-unreadable') return undefined;
      throw error;
    }
  }
}
