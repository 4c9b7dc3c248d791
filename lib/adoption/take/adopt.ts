/** Carrying out what was prepared: the run of an apply, which takes over instead of bringing up. */
import { defined } from '../../defined';
import { applyRevision, type Outcome, type Plan, planRevision, type PlanOptions, type WriteOptions } from '../../runtime';
import type { Taking } from './prepare';

export interface TakeOptions extends WriteOptions {
  /** Controllers of others run an extension of this name: it is what is taken over. @default such an extension is refused */
  readonly fromControllers?: boolean;
  /** Called once, with the extension held, before the first object is written. What it rejects with ends the run. */
  readonly beforeWrites?: () => Promise<void>;
}

/**
 * Two writes for an object, and no more: what its managers hold becomes ours, then ours is applied. Nothing waits for objects to be ready.
 * @throws BoxcutterError as `applyRevision`, and what `beforeWrites` rejects with
 */
export async function takeOver(
  taking: Taking, { beforeWrites, fromControllers = false, ...options }: TakeOptions,
): Promise<Outcome> {
  const { adopting, crdSafety } = how(taking);
  const confirm = defined({ confirm: beforeWrites });
  return applyRevision(taking.revision, { ...options, adopting: { ...adopting, fromControllers }, crdSafety, ...confirm });
}

/** @throws BoxcutterError as `planRevision` */
export async function planTakeOver(taking: Taking, options: PlanOptions): Promise<Plan> {
  return planRevision(taking.revision, { ...options, ...how(taking) });
}

/** What the revision says is what runs: there is nothing about definitions that could be unsafe. */
function how({ managers, seen }: Taking): Required<Pick<WriteOptions, 'adopting' | 'crdSafety'>> {
  return { adopting: { managers, seen }, crdSafety: { policy: 'off' } };
}
