/** A last look of the caller's, when everything else has been looked into. */
import type { Guard } from './guard';

/** @param confirm called once before the first write, never in a dry run; what it rejects with ends the run */
export function confirmGuard(confirm: (() => Promise<void>) | undefined): Guard {
  return {
    beforeWrites: async ({ dryRun }) => {
      if (!dryRun) await confirm?.();
      return {};
    },
  };
}
