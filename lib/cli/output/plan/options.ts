/** How a plan is shown. */
import type { Paint } from '../terminal/paint';

export interface PlanTextOptions {
  readonly paint: Paint;
  /** Columns of the terminal. @default no limit */
  readonly width?: number;
  /** Every line of every change, and the objects that would be created. */
  readonly full: boolean;
}
