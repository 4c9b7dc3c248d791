/** Writing the status of an extension, and telling what changed. */
import { defined } from '../../../defined';
import { conditionsOf, transitionsOf } from '../../conditions';
import { writeStatus } from '../../process';
import type { StatusInput } from '../outcome';
import type { ExtensionPlace } from '../place';
import type { LiveExtension } from '../revision-facts';
import { extensionState } from './conditions';

export async function report(
  extension: LiveExtension, input: StatusInput, { cluster, extensions, clock, events }: ExtensionPlace,
): Promise<void> {
  const { conditions: facts, install, activeRevisions } = extensionState(input);
  const now = clock.now();
  const { generation } = extension.metadata as { readonly generation?: number };
  const result = await writeStatus(cluster, extension, (live) => {
    const before = live.status?.conditions;
    const stays = (before ?? []).filter(({ type }) => facts.some((fact) => fact.type === type));
    return { conditions: conditionsOf(stays, facts, { now, generation }), ...defined({ install }), activeRevisions };
  });
  if (result.type !== 'written') return;
  const after = result.object;
  extensions.note(after);
  for (const { type, to } of transitionsOf(extension.status?.conditions, after.status?.conditions ?? [], now)) {
    if (type !== 'Progressing' && type !== 'Installed' && type !== 'Available') continue;
    const isTrouble = WARNINGS.has(to.reason);
    events.record(after, {
      type: isTrouble ? 'Warning' : 'Normal', reason: `${type}${to.reason}`, action: 'Reconcile', note: to.message,
    });
  }
}

const WARNINGS: ReadonlySet<string> = new Set([
  'Failed', 'Retrying', 'Blocked', 'TargetUnavailable', 'InvalidConfiguration', 'ProgressDeadlineExceeded', 'ProbeFailure',
]);

