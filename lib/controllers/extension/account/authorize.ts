/**
 * What a service account lacks is found out before anything is written as it, by asking the API server as the account itself, so nobody
 * has to read roles of others for that.
 */
import type { KubeObject } from '../../../api';
import { BoxcutterError } from '../../../errors';
import { formatPreAuthorization, lackingOwnPermissions } from '../../../guards';
import { accountText, actingIn, type Target } from '../../process';
import type { LiveExtension } from '../revision-facts';
import { accountOf } from './account';

/**
 * @param consequence what it means for what is there, a sentence. @default - nothing is there yet
 * @throws BoxcutterError `permissions-missing` (server) with every rule that is missing, in the words of operator-controller;
 * `permissions-unknown` when the API server does not say
 */
export async function requireAuthorized(
  extension: Pick<LiveExtension, 'metadata' | 'spec'>, objects: readonly KubeObject[], target: Pick<Target, 'cluster' | 'shared'>,
  consequence = '',
): Promise<void> {
  const account = accountOf(extension);
  if (account === undefined) return;
  const { cluster } = actingIn(target, account);
  const { missing, unknown } = await lackingOwnPermissions(objects, cluster, {
    engine: 'service-account', extension: extension.metadata.name ?? '', installNamespace: account.namespace, kinds: await cluster.kinds(),
  });
  if (missing.length === 0) return;
  const roles = `boxcutter bundle permissions BUNDLE --engine service-account --for ${accountText(account)}`;
  throw new BoxcutterError(
    'permissions-missing', 'server',
    `${formatPreAuthorization({ missing, unknown })}\n`
      + `The service account is ${accountText(account)}; all that it needs, as roles: ${roles}.${consequence && ` ${consequence}`}`,
  );
}
