/** How a plan is shown. */
import type { HintWords } from '../../../errors';
import type { Paint } from '../terminal/paint';

export interface PlanTextOptions {
  readonly paint: Paint;
  /** Columns of the terminal. @default no limit */
  readonly width?: number;
  /** Every line of every change, and the objects that would be created. */
  readonly full: boolean;
  /** How hints name options and other commands. */
  readonly words: HintWords;
}
