/** Global setup of jest: its tests are a run. */
import { beginRun } from './run.mjs';

export default function begin() {
  beginRun();
}
