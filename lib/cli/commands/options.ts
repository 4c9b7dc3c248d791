/** Options that several subcommands share, worded once. */
import type { NamedOptions } from './command';

/** Stands for the argument `-`, which yargs would take for an option without a name. */
export const STANDARD_INPUT = '<standard input>';

export const standardInput = (path: string): string => (path === STANDARD_INPUT ? '-' : path);

export const connection = {
  'kubeconfig': {
    type: 'string',
    describe: 'Kubeconfig file; otherwise $KUBECONFIG, ~/.kube/config, or the cluster we run in',
    group: 'Connection:',
  },
  'context': { type: 'string', describe: 'Context of the kubeconfig', group: 'Connection:' },
  'as': { type: 'string', describe: 'Act as this user', group: 'Connection:' },
  'as-group': { type: 'string', array: true, describe: 'Act as a member of this group (with --as)', group: 'Connection:' },
} as const satisfies NamedOptions;

export const place = {
  'namespace': { type: 'string', alias: 'n', describe: 'Namespace of the extension: of its objects that name none, and of its state' },
  'state-namespace': {
    type: 'string',
    describe: 'Where the state lives, if not with the extension; otherwise --namespace, otherwise that of the context',
  },
} as const satisfies NamedOptions;

/** For subcommands that take no objects: only the state has a place. */
export const statePlace = {
  'namespace': { type: 'string', alias: 'n', describe: 'Namespace of the extension, as apply was given it' },
  'state-namespace': {
    type: 'string',
    describe: 'Where the state lives, if not with the extension; otherwise --namespace, otherwise that of the context; ' +
      'what only looks finds the only extension of its name anywhere',
  },
} as const satisfies NamedOptions;

export const output = {
  output: { type: 'string', alias: 'o', choices: ['text', 'json', 'yaml'], default: 'text', describe: 'How to print the result' },
} as const satisfies NamedOptions;

/** For subcommands that print manifests. */
export const manifestOutput = {
  output: { type: 'string', alias: 'o', choices: ['yaml', 'json'], default: 'yaml', describe: 'How to print it' },
} as const satisfies NamedOptions;

export const running = {
  'wait': {
    type: 'boolean',
    default: true,
    describe: 'Wait until everything is ready or gone; --no-wait leaves as soon as only waiting is left',
  },
  'timeout': { type: 'string', default: '5m', describe: 'Give up after this long' },
  'progress': {
    type: 'string',
    choices: ['auto', 'lines', 'phases', 'none'],
    default: 'auto',
    describe: 'What is said while it runs: a line for each object, a few for each phase, or nothing; auto: a tree on a terminal, ' +
      'lines elsewhere',
  },
  'dry-run': { type: 'boolean', default: false, describe: 'Ask the API server about everything, write nothing' },
  'break-lock': { type: 'boolean', default: false, describe: 'Break the lock of a run that has not been heard from for a minute' },
  'delete-data': {
    type: 'boolean',
    default: false,
    describe: 'Also delete what holds data: claims, custom resources, the content of namespaces',
  },
  'orphan': { type: 'boolean', default: false, describe: 'Let objects live, without the extension, instead of deleting them' },
} as const satisfies NamedOptions;

/** What of the state is trusted: see docs/state.md. */
export const trusting = {
  'trust-state': {
    type: 'boolean',
    default: false,
    describe: 'Trust what is kept of the extension, no matter who wrote it; otherwise content without a seal stays within its namespace',
  },
  'state-key': {
    type: 'string',
    describe: 'NAMESPACE/NAME of the Secret with the key of the seals; otherwise kube-system/boxcutter-state-key',
  },
} as const satisfies NamedOptions;

export const input = {
  type: 'string',
  demandOption: true,
  describe: 'File, folder, https URL (pinned by #sha256=) or - (standard input) with plain objects or what cdk8s synth made; ' +
    'a cdk8s project (its folder), whose app is run; or a bundle: folder, chart, archive, image',
  coerce: standardInput,
} as const;

/** For subcommands that take several. */
export const more = {
  type: 'string',
  array: true,
  describe: 'Further paths: plain objects together make one extension (--name); packages and revisions are applied in this order, after '
    + 'what they depend on',
  coerce: (paths: readonly string[] | undefined) => paths?.map(standardInput),
} as const;

export const extension = { type: 'string', demandOption: true } as const;

export const bundle = {
  type: 'string',
  demandOption: true,
  describe: 'Folder, chart, archive, image layout, or image reference (registry/name:tag, oci://…)',
} as const;

/** For subcommands that may take objects from another program. */
export const kustomizing = {
  kustomize: {
    type: 'boolean',
    alias: 'k',
    default: false,
    describe: 'The path is a kustomization: kustomize builds it ($KUSTOMIZE, or of the PATH; else kubectl)',
  },
} as const satisfies NamedOptions;

/** For subcommands that take objects: what to make of them. */
export const source = {
  'name': { type: 'string', describe: 'Name of the extension; otherwise that of the revision, file or folder' },
  'collision-protection': {
    type: 'string',
    choices: ['Prevent', 'IfNoController', 'None'],
    describe: 'Objects of manifests or a bundle that exist already: leave them and stop (the default), ' +
      'take those that nobody controls, or take them all',
  },
  'skip-unserved': { type: 'boolean', default: false, describe: 'Leave out objects of kinds that the API server does not serve' },
  'kubernetes-version': { type: 'string', describe: 'Check against the schemas of this version, like 1.35' },
} as const satisfies NamedOptions;

export const preflight = {
  preflight: {
    type: 'string',
    choices: ['never', 'new-content', 'always'],
    default: 'new-content',
    describe: 'Which objects the server is asked about by dry run before the first write',
  },
} as const satisfies NamedOptions;

/** Options that decide what a rollout may do. */
export const refusing = {
  'crd-safety': {
    type: 'string',
    choices: ['enforce', 'strict', 'warn', 'off'],
    default: 'enforce',
    describe: 'New forms of CustomResourceDefinitions: refuse what breaks something, refuse all that OLM refuses, ' +
      'only warn, or compare nothing',
  },
  'crd-waiver': {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Let this change pass, for it is intended: [CRD/]CHECK[@VERSION][:PATH], like enum:^.spec.mode',
  },
  'replace': {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Delete this object and create it again where a field cannot be changed in place: KIND/NAME, or all',
  },
  'create-namespace': {
    type: 'boolean',
    default: false,
    describe: 'Create namespaces that are needed and do not exist; no delete removes them',
  },
  'check-permissions': {
    type: 'boolean',
    default: false,
    describe: 'Ask beforehand for all permissions that are needed, and stop with a list of those that are missing',
  },
} as const satisfies NamedOptions;

/** For rollouts: how long trouble may last. */
export const patience = {
  'give-up': {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'End as failed when Pods have been in trouble for so long: image=1m, crash=2m, unschedulable=3m, deadline=0s; ' +
      'CAUSE=never, or never for all',
  },
} as const satisfies NamedOptions;

/** For rollouts: what follows a failure. */
export const afterFailure = {
  'on-failure': {
    type: 'string',
    choices: ['stop', 'rollback'],
    describe: 'When it fails or is out of time: leave it so (the default), or go back to the last complete revision and take a ' +
      'first install down',
  },
  'atomic': { type: 'boolean', default: false, describe: 'The same as --on-failure rollback' },
} as const satisfies NamedOptions;

/** For subcommands that bring a bundle onto a cluster. */
export const installing = {
  'ignore-min-kube-version': {
    type: 'boolean',
    default: false,
    describe: 'Install a bundle on an older Kubernetes than it says that it needs',
    group: 'Bundles and charts:',
  },
} as const satisfies NamedOptions;

/** What is installed of a bundle or a chart. */
export const bundleOptions = {
  'config': {
    type: 'string',
    alias: 'f',
    array: true,
    describe: 'File with the configuration, YAML or JSON; of several the later wins',
    group: 'Bundles and charts:',
    coerce: (paths: readonly string[] | undefined) => paths?.map(standardInput),
  },
  'set': {
    type: 'string',
    array: true,
    describe: 'One value of the configuration: key=value, a.b[0].c=value',
    group: 'Bundles and charts:',
  },
  'set-string': { type: 'string', array: true, describe: 'The same, but the value is text', group: 'Bundles and charts:' },
  'set-file': {
    type: 'string',
    array: true,
    describe: 'The same, key=path: the value is the text of the file',
    group: 'Bundles and charts:',
  },
  'set-env': {
    type: 'string',
    array: true,
    describe: 'The same, key=NAME: the value is that of an environment variable',
    group: 'Bundles and charts:',
  },
  'certificates': {
    type: 'string',
    choices: ['auto', 'cert-manager', 'service-ca', 'none'],
    default: 'auto',
    describe: 'Who issues certificates for webhooks; auto asks the cluster, without one it is cert-manager',
    group: 'Bundles and charts:',
  },
  'dangerously-accept-bundles-without-config-schema': {
    type: 'boolean',
    default: false,
    describe: 'Let a configuration pass unchecked where the bundle has no schema for it',
    group: 'Bundles and charts:',
  },
} as const satisfies NamedOptions;

/** For what goes on from what is installed. */
export const upgrading = {
  'reuse-config': {
    type: 'boolean',
    default: false,
    describe: 'Begin with the configuration that is on record; what is given now goes over it',
    group: 'Bundles and charts:',
  },
  'reset-config': {
    type: 'boolean',
    default: false,
    describe: 'Begin without any; otherwise, what was configured has to be given again',
    group: 'Bundles and charts:',
  },
  'change-package': {
    type: 'boolean',
    default: false,
    describe: 'Let another package take the place of the one under this name',
  },
} as const satisfies NamedOptions;
