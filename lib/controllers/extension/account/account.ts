/** As whom an extension and its revisions act: what they write and read is written and read as the service account that they name. */
import { ANNOTATION_SERVICE_ACCOUNT_NAME, ANNOTATION_SERVICE_ACCOUNT_NAMESPACE } from '../../../api';
import type { ServiceAccount } from '../../process';
import type { LiveExtension } from '../revision-facts';

/** Undefined: the controllers act by their own rights. */
export function accountOf({ spec: { namespace, serviceAccount } }: Pick<LiveExtension, 'spec'>): ServiceAccount | undefined {
  return serviceAccount?.name ? { namespace, name: serviceAccount.name } : undefined;
}

/** How a revision says it. */
export function accountAnnotations(account: ServiceAccount | undefined): Readonly<Record<string, string>> {
  if (account === undefined) return {};
  return { [ANNOTATION_SERVICE_ACCOUNT_NAME]: account.name, [ANNOTATION_SERVICE_ACCOUNT_NAMESPACE]: account.namespace };
}
