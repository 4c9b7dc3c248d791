/** Upgrade gates (docs/upgrade-approval.md#upgrade-gates): an annotation on an object of a package, so they travel with every format. */
import type { ApiObject } from 'cdk8s';
import { ANNOTATION_UPGRADE_GATE } from '../../lib/api';
import { faultOfUpgradeGate, upgradeGateOf } from '../../lib/probes';
import { Probe } from '../probe';

export abstract class UpgradeGate {
  /**
   * Lets the next upgrade happen only while all of this holds of the object: the controllers keep an upgrade waiting until then, approved
   * or not, and the command refuses it. A rollback does not wait.
   * @param object of the package
   * @param gates conditions in `status.conditions`: `Upgradeable`, which has to be True, or with the status: `Migrating=False`; or probes,
   *   like `Probe.cel('self.status.pending == 0', 'work is pending')`
   */
  static on(object: ApiObject, ...gates: readonly (string | Probe)[]): void {
    const conditions = gates.filter((gate) => typeof gate === 'string');
    const text = upgradeGateOf(conditions, gates.filter((gate) => gate instanceof Probe).map((probe) => probe.toAssertion()));
    object.metadata.addAnnotation(ANNOTATION_UPGRADE_GATE, text);
    object.node.addValidation({
      validate: () => {
        const fault = conditions.map(faultOfUpgradeGate).find((one) => one !== undefined) ?? faultOfUpgradeGate(text);
        return fault === undefined ? [] : [`"${text}" is no upgrade gate: ${fault}.`];
      },
    });
  }
}
