/** From an operation to the task of the engine. */
import { buildRollout, buildTeardown, type BuildOptions, type Built, type Preflight } from '../../engine';
import { concernedBy, type ExtensionRecord, type Operation, type Owner } from '../../state';

export interface TaskSettings {
  /** @default 'new-content' */
  readonly preflight?: Preflight | undefined;
  /** Wait for probes, and for deleted objects to be gone. @default true */
  readonly wait?: boolean | undefined;
  /** Let objects live that have to go. @default false */
  readonly orphan?: boolean | undefined;
  /** Namespaces that do not exist and will before the first write. @default none */
  readonly coming?: readonly string[];
}

/** @param dryRun decide what would happen, and write nothing */
export function taskOf(operation: Operation, record: ExtensionRecord, owner: Owner, dryRun: boolean, settings: TaskSettings): Built {
  const { preflight = 'new-content', wait = true, orphan = false, coming = [] } = settings;
  const options: BuildOptions = {
    context: owner.context,
    labelSelector: owner.selector,
    inventory: concernedBy(operation, record.inventory),
    dryRun,
    wait,
  };
  switch (operation.intent) {
    case 'apply':
    case 'rollback':
      return buildRollout(operation.revision, { ...options, preflight, coming, orphan: () => orphan });
    case 'repair':
      // It was looked at just now, and what becomes of it is heard from the streams of who keeps it.
      return buildRollout(operation.revision, { ...options, preflight: 'never', wait: false });
    case 'delete':
      return buildTeardown(operation.number, { ...options, orphan: () => operation.orphan });
    case 'orphan':
      return buildTeardown(operation.number, { ...options, orphan: () => true });
  }
}
