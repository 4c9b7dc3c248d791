/** Upgrade gates (docs/upgrade-approval.md#upgrade-gates): an annotation on an object of a package, so they travel with every format. */
import type { ApiObject } from 'cdk8s';
import { ANNOTATION_UPGRADE_GATE } from '../../lib/api';
import { parseUpgradeGate } from '../../lib/probes';

export abstract class UpgradeGate {
  /**
   * Lets the next upgrade happen only while the object has these conditions: the controllers keep an upgrade waiting until then, approved
   * or not. A rollback does not wait.
   * @param object of the package; its controller sets the conditions in `status.conditions`
   * @param conditions `Upgradeable`, which has to be True, or with the status: `Migrating=False`
   */
  static on(object: ApiObject, ...conditions: readonly string[]): void {
    const text = conditions.join(',');
    object.metadata.addAnnotation(ANNOTATION_UPGRADE_GATE, text);
    object.node.addValidation({
      validate: () => (parseUpgradeGate(text) !== undefined ? []
        : [`"${text}" is no upgrade gate: name conditions, like Upgradeable or Migrating=False.`]),
    });
  }
}
