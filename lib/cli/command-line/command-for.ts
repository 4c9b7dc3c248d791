import { shellWord } from '../../shell-word';
import type { ConnectionArgs, StatePlaceArgs } from '../session';

/** Another command for the same extension on the same cluster, as it has to be typed: `boxcutter resume shop -n shop --context prod`. */
export function commandFor(
  subcommand: string,
  extension: string,
  args: ConnectionArgs & StatePlaceArgs,
): string {
  const { stateNamespace: state, namespace, kubeconfig, context, as, asGroup = [] } = args;
  const place = state !== undefined ? ['--state-namespace', state] : namespace !== undefined ? ['-n', namespace] : [];
  const option = (name: string, value: string | undefined): readonly string[] => (value === undefined ? [] : [name, value]);
  const connection = [
    ...option('--kubeconfig', kubeconfig),
    ...option('--context', context),
    ...option('--as', as),
    ...asGroup.flatMap((group) => ['--as-group', group]),
  ];
  return ['boxcutter', subcommand, extension, ...place, ...connection].map(shellWord).join(' ');
}
