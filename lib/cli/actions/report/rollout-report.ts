/** The page of a rollout, for `apply --report`: what was applied, how each object came to be ready, and how it stands at the end. */
import type { ResolvedRevision } from '../../../api';
import { BoxcutterError } from '../../../errors';
import type { Outcome } from '../../../runtime';
import { note } from '../../output/note';
import { reportOf } from '../../output/report/content';
import { reportPage } from '../../output/report/page';
import { stateAfterRun, withStates } from '../../output/report/states';
import { openPage } from './open-page';
import { TimelineRecorder } from './timeline-recorder';
import { refuseForeign, writePage } from './write-page';

const OTHER_FILE = 'Name another file with --report.';

/**
 * Before anything is read: the page is the last thing that is made.
 * @param without the option by which there is no rollout
 * @throws BoxcutterError `usage-report`, `report-foreign-file`
 */
export function refuseReport(
  file: string, without: '--dry-run' | '--plan' | undefined, hint = 'Leave one of them out.',
): void {
  if (without !== undefined) {
    throw new BoxcutterError('usage-report', 'input', `--report describes a rollout, but ${without} does not roll out anything.`, { hint });
  }
  refuseForeign(file, false, OTHER_FILE);
}

export class RolloutReport {
  readonly recorder = new TimelineRecorder();
  private isWritten = false;

  constructor(private readonly file: string) {}

  /** A page that cannot be written is a note: the rollout has happened, and has an exit code of its own. */
  write(revision: ResolvedRevision, { result, revision: number }: Outcome, namespace: string, source: string): void {
    const data = reportOf(revision, { source, madeAt: new Date().toISOString(), namespace, remarks: [] });
    const page = reportPage({ ...withStates(data, { result }, stateAfterRun), revision: number, timeline: this.recorder.timeline() });
    try {
      writePage(this.file, page, false, OTHER_FILE);
      this.isWritten = true;
      note(`The report is in ${this.file}.`);
    } catch (error) {
      if (!(error instanceof BoxcutterError)) throw error;
      note(error.message);
    }
  }

  /** Nothing where there is no page. */
  async open(): Promise<void> {
    if (this.isWritten) await openPage(this.file, note);
  }
}
