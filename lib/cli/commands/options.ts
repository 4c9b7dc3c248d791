/** Options that several subcommands share, worded once. */
import type { Options } from 'yargs';

export const connection = {
  kubeconfig: { type: 'string', describe: 'Kubeconfig file; otherwise $KUBECONFIG, ~/.kube/config, or the cluster we run in', group: 'Connection:' },
  context: { type: 'string', describe: 'Context of the kubeconfig', group: 'Connection:' },
  as: { type: 'string', describe: 'Act as this user', group: 'Connection:' },
  'as-group': { type: 'string', array: true, describe: 'Act as a member of this group (with --as)', group: 'Connection:' },
} as const satisfies Record<string, Options>;

export const place = {
  namespace: { type: 'string', alias: 'n', describe: 'Namespace of objects that name none' },
  'state-namespace': { type: 'string', describe: 'Where the state of extensions lives; otherwise --namespace, otherwise that of the context' },
} as const satisfies Record<string, Options>;

/** For subcommands that take no objects: only the state has a place. */
export const statePlace = {
  namespace: { type: 'string', alias: 'n', describe: 'The namespace that apply was given: its state is there, too' },
  'state-namespace': { type: 'string', describe: 'Where the state of the extension lives; otherwise --namespace, otherwise that of the context' },
} as const satisfies Record<string, Options>;

export const output = {
  output: { type: 'string', alias: 'o', choices: ['text', 'json'], default: 'text', describe: 'How to print the result' },
} as const satisfies Record<string, Options>;

export const running = {
  wait: { type: 'boolean', default: true, describe: 'Wait until everything is ready or gone; --no-wait leaves as soon as only waiting is left' },
  timeout: { type: 'string', default: '5m', describe: 'Give up after this long' },
  'dry-run': { type: 'boolean', default: false, describe: 'Ask the API server about everything, write nothing' },
  'take-over': { type: 'boolean', default: false, describe: 'Take the lock of a run that has not been heard of for a minute' },
  'delete-data': { type: 'boolean', default: false, describe: 'Delete also what holds data: claims, custom resources, the content of namespaces' },
  orphan: { type: 'boolean', default: false, describe: 'Let objects live, without the extension, instead of deleting them' },
} as const satisfies Record<string, Options>;
