/** The ClusterOperator: what both controllers say of themselves, the whole of it, its version, and what belongs to it. */
import type { Condition, KubeObject } from '../../../api';
import { defined } from '../../../defined';
import type { KubeLane } from '../../../kube';
import { conditionsOf } from '../../conditions';
import { writeStatus, type Clock, type Log, type ResourceCache } from '../../process';
import { OPERATOR_NAME } from '../names';
import { aggregated, factsOf, type Report, type Speaker } from './conditions';
import type { RelatedObject } from './related';

export interface OperatorStatusOptions {
  readonly cluster: Pick<KubeLane, 'replaceStatus' | 'get'>;
  /** Undefined: this cluster has no such kind; then only the log says how things are. */
  readonly operators: ResourceCache<KubeObject> | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Is a version installed whole; and of which release, once nothing else is there. */
  readonly installed: () => { readonly whole: boolean; readonly release?: string };
  readonly related: () => readonly RelatedObject[] | undefined;
}

interface OperatorStatusFields {
  readonly conditions?: readonly Condition[];
  readonly versions?: readonly { readonly name: string; readonly version: string }[];
  readonly relatedObjects?: readonly RelatedObject[];
}

export class OperatorStatus {
  private readonly reports = new Map<Speaker, Report>();

  constructor(private readonly options: OperatorStatusOptions) {}

  /** Taken up by the next `write`. */
  say(speaker: Speaker, report: Report): void {
    const before = this.reports.get(speaker);
    this.reports.set(speaker, report);
    if (before?.reason === report.reason && before.message === report.message) return;
    const level = report.reason === 'NonRetryableError' || report.reason === 'EphemeralError' ? 'warn' : 'info';
    this.options.log[level]({ controller: speaker, reason: report.reason }, report.message);
  }

  /** What was said last. */
  saidBy(speaker: Speaker): Report | undefined {
    return this.reports.get(speaker);
  }

  /** Sends nothing when everything is as it was. @throws BoxcutterError `status-refused`, `status-lost` */
  async write(): Promise<void> {
    const { operators, cluster } = this.options;
    const live = operators?.get(OPERATOR_NAME);
    if (operators === undefined || live === undefined) return;
    const written = await writeStatus(cluster, live, (object) => this.wanted(object));
    if (written.type === 'written') operators.note(written.object);
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
