/** The ClusterOperator: what both controllers say of themselves, the whole of it, its version, and what belongs to it. */
import type { Condition, KubeObject } from '../../../api';
import { defined } from '../../../defined';
import type { KubeLane } from '../../../kube';
import { conditionsOf } from '../../conditions';
import { writeStatus, type Clock, type Log } from '../../process';
import { versionsOf, type Config } from '../model';
import { OPERATOR_KIND, OPERATOR_NAME } from '../names';
import type { OptionalObject } from '../optional-object';
import { aggregated, factsOf, type Report, type Speaker } from './conditions';
import type { RelatedObject } from './related';

export interface Installed {
  readonly whole: boolean;
  readonly release?: string;
}

/**
 * What is current may be of the release before: the controllers of the next one find it so. It is of this one when the version controller
 * has found that the newest version is what this release wants.
 * @param said by the version controller
 */
export function installedOf(config: Config | undefined, said: Report | undefined, release: string): Installed {
  const current = config?.status?.currentVersion;
  const [newest, ...older] = config === undefined ? [] : versionsOf(config);
  const isOfRelease = said?.reason === 'AsExpected' && newest?.name === current && older.length === 0;
  return { whole: current !== undefined, ...defined({ release: current !== undefined && isOfRelease ? release : undefined }) };
}

export interface OperatorStatusOptions {
  readonly cluster: Pick<KubeLane, 'replaceStatus' | 'get'>;
  /** As long as there is none, only the log says how things are. */
  readonly live: Pick<OptionalObject, 'get' | 'note'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Is a version installed whole; and of which release, once nothing else is there. */
  readonly installed: () => Installed;
  readonly related: () => readonly RelatedObject[] | undefined;
}

interface OperatorStatusFields {
  readonly conditions?: readonly Condition[];
  readonly versions?: readonly { readonly name: string; readonly version: string }[];
  readonly relatedObjects?: readonly RelatedObject[];
}

const MISSING = `There is no ${OPERATOR_KIND.kind} ${OPERATOR_NAME}: how Cluster API is going is in this log alone. Where the cluster has `
  + 'that kind, the platform makes the object; it is written as soon as it is there.';

export class OperatorStatus {
  private readonly reports = new Map<Speaker, Report>();
  private isMissing = false;

  constructor(private readonly options: OperatorStatusOptions) {}

  /** Taken up by the next `write`. */
  say(speaker: Speaker, report: Report): void {
    const before = this.reports.get(speaker);
    this.reports.set(speaker, report);
    if (before?.reason === report.reason && before.message === report.message) return;
    const level = report.reason === 'NonRetryableError' || report.reason === 'EphemeralError' ? 'warn' : 'info';
    this.options.log[level]({ condition: `${speaker}Progressing`, reason: report.reason }, report.message);
  }

  /** What was said last. */
  saidBy(speaker: Speaker): Report | undefined {
    return this.reports.get(speaker);
  }

  /** Sends nothing when everything is as it was. @throws BoxcutterError `status-refused`, `status-lost` */
  async write(): Promise<void> {
    const { live, cluster, log } = this.options;
    const before = live.get();
    if (before === undefined && !this.isMissing) log.warn({}, MISSING);
    this.isMissing = before === undefined;
    if (before === undefined) return;
    const written = await writeStatus(cluster, before, (object) => this.wanted(object));
    if (written.type === 'written') live.note(written.object);
  }

  private wanted(object: KubeObject): OperatorStatusFields {
    const { clock, installed, related } = this.options;
    const before = (object['status'] ?? {}) as OperatorStatusFields;
    const { whole, release } = installed();
    const said = [...this.reports].flatMap(([speaker, report]) => factsOf(speaker, report));
    const now = clock.now();
    const own = conditionsOf(before.conditions, said, { now });
    const versions = release === undefined ? before.versions : [{ name: 'operator', version: release }];
    return {
      ...before, conditions: conditionsOf(own, aggregated(own, whole), { now }),
      ...defined({ versions, relatedObjects: related() ?? before.relatedObjects }),
    };
  }
}
