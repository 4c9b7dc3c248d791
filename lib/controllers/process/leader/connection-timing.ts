import { defaultTiming, type Timing } from '../../../kube';
import type { ControllerConfig } from '../config/config';

/** For a connection that serves a lease alone: an answer that does not come is given up early enough to ask again within the deadline. */
export function leaseConnectionTiming({ leaderElection: { renewDeadlineSeconds } }: Pick<ControllerConfig, 'leaderElection'>): Timing {
  const answerMs = Math.max(500, Math.min(5_000, (renewDeadlineSeconds * 1000) / 3));
  return { ...defaultTiming, attempts: 1, connectMs: answerMs, answerMs };
}
