import { defined } from '../../defined';
import { shellWord } from '../../shell-word';
import type { ConnectionArgs, StatePlaceArgs } from '../session';

/** A subcommand for a pending upgrade, which is in no namespace, on the same cluster. */
export function upgradeCommandFor(args: ConnectionArgs): (subcommand: string, name: string) => string {
  const { kubeconfig, context, as, asGroup } = args;
  return (subcommand, name) => commandFor(subcommand, name, defined({ kubeconfig, context, as, asGroup }));
}

/** For what is not as it should be, and for upgrades that wait. */
export function lookCommandsFor(args: ConnectionArgs & StatePlaceArgs & { readonly extension: string }): {
  readonly explain: string; readonly upgrade: (subcommand: string, name: string) => string;
} {
  return { explain: commandFor('explain', args.extension, args), upgrade: upgradeCommandFor(args) };
}

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
