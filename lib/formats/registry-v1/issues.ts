/** What can be wrong with a registry+v1 bundle. The words for it are in wording.ts. */
import type { None, Origin } from '../../issue';
import type { FieldProblem } from '../files/field-wording';
import type { LayoutIssues } from '../files/layout-wording';
import type { SubdomainFault } from '../report';
import type { AdviceIssues } from './advice-wording';
import type { RegistryExportIssues } from './export/wording';

/** Issues by their codes, with the data that each carries. */
export interface RegistryIssues extends AdviceIssues, LayoutIssues, RegistryExportIssues {
  'annotation-missing': { readonly annotation: string; readonly role?: 'package' | 'channels'; readonly expected?: string };
  'annotation-wrong': { readonly annotation: string; readonly expected: string; readonly given: string };
  'annotation-empty': { readonly annotation: string };
  'default-channel': { readonly channel: string };
  'csv-missing': None;
  'csv-duplicate': { readonly first: Origin };
  'csv-invalid': { readonly problem: FieldProblem };
  /** OLM drops it. */
  'csv-unknown-field': { readonly field: string; readonly near?: string };
  'package-name': { readonly name: string; readonly fault: SubdomainFault | 'empty' };
  'bundle-name': {
    readonly name: string;
    readonly wrong: SubdomainFault | 'label-length' | { readonly expected: string };
  };
  'release-and-substitutes': { readonly bundle: string; readonly release: string; readonly substitutes: string };
  'install-modes': { readonly problem: 'none' | 'duplicate' | 'unsupported'; readonly mode?: string };
  /** Absent: the bundle names none, which is a warning. */
  'min-kube-version': { readonly version?: string };
  'kind-unsupported': {
    readonly name: string;
    readonly kind: string;
    /** Those of opm's validator and of operator-controller's renderer differ. */
    readonly quotes: 'double' | 'single';
  };
  'deployment-duplicate': { readonly name: string };
  'deployment-name': { readonly name: string; readonly fault: SubdomainFault };
  'service-account-repeated': { readonly name: string };
  'crd-duplicate': { readonly name: string; readonly other: Origin };
  'crd-version': { readonly apiVersion: string };
  'owned-crd-missing':
    | { readonly name: string }
    | {
      readonly name: string;
      readonly version: string;
      readonly kind: string;
      readonly bundle: string;
      /** The definition of that name, which has another kind or other versions. */
      readonly found: { readonly origin: Origin; readonly kind: string; readonly versions: readonly string[] };
    };
  'crd-not-owned': { readonly name: string; readonly bundle: string; readonly list: readonly string[] };
  'api-service-definition': { readonly group: string; readonly version: string; readonly deployment: string };
  'conversion-install-modes': { readonly webhook: string; readonly modes: readonly string[] };
  'webhook-deployment': { readonly type: string; readonly name: string; readonly deployment: string };
  'webhook-duplicate': { readonly type: string; readonly name: string };
  'webhook-name': { readonly type: string; readonly name: string; readonly fault: SubdomainFault };
  'webhook-rule': { readonly webhook: string } & ({ readonly group: string } | { readonly resource: string });
  'webhook-port-conflict': {
    readonly deployment: string;
    readonly port: number;
    readonly targets: readonly [number | string, number | string];
  };
  'webhook-service-unfit': { readonly service: string; readonly deployment: string } & (
    | { readonly unfit: 'selector' }
    | { readonly unfit: 'port'; readonly port: number; readonly targetPort: number | string }
  );
  /** Without webhooks: of a definition that is being rendered. */
  'conversion-duplicate': { readonly definition: string; readonly webhooks?: readonly string[] };
  'conversion-not-owned': { readonly webhook: string; readonly definition: string };
  'conversion-preserves-unknown': { readonly definition: string };
  'certificates-needed': { readonly bundle: string };
  'unsupported-install-modes': { readonly bundle: string; readonly modes: readonly string[] };
  'unsupported-target-namespace': { readonly namespace?: string; readonly modes: readonly string[]; readonly isOwn: boolean };
}
