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
  output: { type: 'string', alias: 'o', choices: ['text', 'json', 'yaml'], default: 'text', describe: 'How to print the result' },
} as const satisfies Record<string, Options>;

export const running = {
  wait: { type: 'boolean', default: true, describe: 'Wait until everything is ready or gone; --no-wait leaves as soon as only waiting is left' },
  timeout: { type: 'string', default: '5m', describe: 'Give up after this long' },
  'dry-run': { type: 'boolean', default: false, describe: 'Ask the API server about everything, write nothing' },
  'take-over': { type: 'boolean', default: false, describe: 'Take the lock of a run that has not been heard of for a minute' },
  'delete-data': { type: 'boolean', default: false, describe: 'Delete also what holds data: claims, custom resources, the content of namespaces' },
  orphan: { type: 'boolean', default: false, describe: 'Let objects live, without the extension, instead of deleting them' },
} as const satisfies Record<string, Options>;

/** Stands for the argument `-`, which yargs would take for an option without a name. */
export const STANDARD_INPUT = '<standard input>';

export const input = {
  type: 'string',
  demandOption: true,
  describe: 'File, folder, or - for standard input: plain objects, or what cdk8s synth made',
  coerce: (path: string) => (path === STANDARD_INPUT ? '-' : path),
} as const;

/** For subcommands that take objects: what to make of them. */
export const source = {
  'name': { type: 'string', describe: 'Name of the extension; otherwise that of the revision, file or folder' },
  'collision-protection': {
    type: 'string',
    choices: ['Prevent', 'IfNoController', 'None'],
    describe: 'For plain objects that exist already: leave them and stop (the default), take those that nobody controls, or take them all',
  },
  'skip-unserved': { type: 'boolean', default: false, describe: 'Leave out objects of kinds that the API server does not serve' },
  'kubernetes-version': { type: 'string', describe: 'Check against the schemas of this version, like 1.35' },
} as const satisfies Record<string, Options>;
