/**
 * The smallest record there can be: the inventory in memory, no lock, any object as the owner with native references. A controller's
 * record of a revision object looks like this, with its status in place of the member.
 */
import type { KubeObject, ResolvedRevision } from '../../../../lib/api';
import type { InventoryEntry, OwnerContext } from '../../../../lib/engine';
import { inventoryAfter, inventoryDuring, type ExtensionRecord, type FenceAnswer, type Operation, type Owner, type RecordSession, type RunEnding, type SessionOptions } from '../../../../lib/state';

export class MemoryRecord implements ExtensionRecord {
  /** What happened to the record. */
  readonly steps: string[] = [];
  inventory: readonly InventoryEntry[] = [];
  /** What a step of this name throws. */
  failures: Readonly<Record<string, Error>> = {};
  /** What the fence says. */
  fence: FenceAnswer = { held: true, message: '' };
  session: SessionOptions | undefined;

  constructor(readonly extension: string, private readonly ownedBy: KubeObject, private readonly revision?: ResolvedRevision) {}

  get owner(): Owner {
    const { apiVersion, kind, metadata: { name = '', namespace = '', uid = '' } } = this.ownedBy;
    const context: OwnerContext = {
      owner: { apiVersion, kind, name, namespace, uid },
      strategy: { type: 'native' },
      siblings: [],
      revisionAnnotation: 'example.com/revision',
      fieldManager: 'example.com',
      labels: { 'example.com/part-of': this.extension },
    };
    return { context, labels: ['example.com/part-of'], selector: `example.com/part-of=${this.extension}` };
  }

  isState(): boolean {
    return false;
  }

  content(): Promise<ResolvedRevision | undefined> {
    return Promise.resolve(this.revision);
  }

  begin(operation: Operation, options: SessionOptions): Promise<RecordSession> {
    const before = this.inventory;
    this.session = options;
    const session: RecordSession = {
      owner: this.owner,
      fence: () => Promise.resolve(this.fence),
      commit: () => this.take('commit'),
      conclude: (ending: RunEnding) => this.take('conclude', () => {
        this.inventory = ending.untouched && operation.intent === 'apply' ? before : inventoryAfter(operation, before, ending.inventory, ending.complete);
      }),
      letGo: () => this.take('let go', () => {
        this.inventory = before;
      }),
    };
    return this.take(`begin ${operation.intent}`, () => {
      this.inventory = inventoryDuring(operation, before);
    }).then(() => session);
  }

  private take(step: string, change?: () => void): Promise<void> {
    this.steps.push(step);
    const failure = this.failures[step];
    if (failure !== undefined) return Promise.reject(failure);
    change?.();
    return Promise.resolve();
  }
}
