/** What lines of progress say of a run as a whole: whether the API server answers, how far the preflight is, and what it finishes. */
import type { State } from '../../../engine';
import { describeChecking, describeFinishing, describeUnreachable } from './remarks';

/** How often lines say how far the preflight is. A short one is no news. */
const CHECKING_MS = 2_000;

export class RunRemarks {
  private problem: string | undefined;
  private checkingSaid = '';
  private checkingSaidAt = performance.now();
  private isFinishing = false;

  /** What is new since the last call. */
  of(state: State, unreachable: string | undefined): readonly string[] {
    return [...this.reach(unreachable), ...this.checking(state), ...this.finishing(state)];
  }

  private reach(unreachable: string | undefined): readonly string[] {
    if (unreachable === this.problem) return [];
    this.problem = unreachable;
    return [unreachable === undefined ? 'The API server answers again.' : describeUnreachable(unreachable)];
  }

  private checking(state: State): readonly string[] {
    if (state.preflight !== 'running' || performance.now() - this.checkingSaidAt < CHECKING_MS) return [];
    this.checkingSaidAt = performance.now();
    const text = describeChecking(state);
    if (text === this.checkingSaid) return [];
    this.checkingSaid = text;
    return [text];
  }

  private finishing(state: State): readonly string[] {
    const text = this.isFinishing ? undefined : describeFinishing(state);
    if (text === undefined) return [];
    this.isFinishing = true;
    return [text];
  }
}
