/** Upgrades of an extension of the controllers that were found: what they wait for, and what to do. Pure. */
import { oneLine } from '../../../plain-text';
import type { ControlledUpgrade, StoredHead } from '../../../state';

/** The command line of a subcommand for a pending upgrade. */
export type UpgradeCommand = (subcommand: 'approve' | 'diff', name: string) => string;

/** Sentences. */
export function pendingLines({ controlled }: StoredHead, command: UpgradeCommand): readonly string[] {
  return (controlled?.pending ?? []).map((pending) => {
    const { name, approved } = pending;
    const approval = approved ? '' : ` To approve it: ${command('approve', name)}.`;
    return `${oneLine(waitOf(pending))} What it would change: ${command('diff', name)}.${approval}`;
  });
}

function waitOf({ version, approved, conditions }: ControlledUpgrade): string {
  const condition = (wanted: string) => conditions.find(({ type }) => type === wanted);
  const progress = condition('Progressing');
  if (progress?.reason === 'UpgradeInitiated') return progress.message;
  if (progress?.reason === 'UpgradeGated') return `Version ${version} is available, and waits: ${sentence(progress.message)}`;
  if (approved) return `Version ${version} is approved; the controllers begin with it.`;
  const { reason = '', message = '' } = condition('Approved') ?? {};
  return reason === 'Soaking' || reason === 'OutsideWindow' ? message : `Version ${version} is available, and waits for approval.`;
}

/** Words of a package may be no whole sentence. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
