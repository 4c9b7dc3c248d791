/** What of the state is trusted, from the options of the command. */
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import type { OperationOptions } from '../../../runtime';
import type { ValuesOf } from '../../commands/command';
import type { trusting } from '../../commands/options';

export type TrustArgs = Partial<ValuesOf<typeof trusting>>;

/** @throws BoxcutterError `usage-state-key` */
export function trustOptions({ stateKey, trustState }: TrustArgs): Pick<OperationOptions, 'stateKey' | 'trustState'> {
  return defined({ trustState, stateKey: stateKey === undefined ? undefined : placeOf(stateKey) });
}

function placeOf(text: string): NonNullable<OperationOptions['stateKey']> {
  const [, namespace, name] = /^([a-z0-9][a-z0-9-]*)\/([a-z0-9][a-z0-9.-]*)$/.exec(text) ?? [];
  if (namespace !== undefined && name !== undefined) return { namespace, name };
  throw new BoxcutterError('usage-state-key', 'input', `--state-key ${text} does not name a Secret.`, {
    hint: 'Write it as NAMESPACE/NAME; without the option it is kube-system/boxcutter-state-key.',
  });
}
