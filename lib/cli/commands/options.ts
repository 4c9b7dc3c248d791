/** Options that several subcommands share, worded once. */
import type { NamedOptions } from './command';

/** Stands for the argument `-`, which yargs would take for an option without a name. */
export const STANDARD_INPUT = '<standard input>';

export const standardInput = (path: string): string => (path === STANDARD_INPUT ? '-' : path);

export const connection = {
  'kubeconfig': {
    type: 'string',
    describe: 'Kubeconfig file; otherwise $KUBECONFIG, ~/.kube/config, or the cluster that the command runs in',
    group: 'Connection:',
  },
  'context': { type: 'string', describe: 'Context of the kubeconfig', group: 'Connection:' },
  'as': { type: 'string', describe: 'Act as this user', group: 'Connection:' },
  'as-group': { type: 'string', array: true, describe: 'Act as a member of this group (with --as)', group: 'Connection:' },
} as const satisfies NamedOptions;

export const place = {
  'namespace': { type: 'string', alias: 'n', describe: 'Namespace of the extension: for its objects that name none, and for its state' },
  'state-namespace': {
    type: 'string',
    describe: 'Namespace of the state; otherwise --namespace, otherwise that of the context',
  },
} as const satisfies NamedOptions;

/** For subcommands that take no objects: only the state has a place. */
export const statePlace = {
  'namespace': { type: 'string', alias: 'n', describe: 'Namespace of the extension, as given to apply' },
  'state-namespace': {
    type: 'string',
    describe: 'Namespace of the state; otherwise --namespace, otherwise that of the context; ' +
      'commands that only read find the extension in any namespace if its name is unique',
  },
} as const satisfies NamedOptions;

export const output = {
  output: { type: 'string', alias: 'o', choices: ['text', 'json', 'yaml'], default: 'text', describe: 'Format of the result' },
} as const satisfies NamedOptions;

/** For subcommands that print manifests. */
export const manifestOutput = {
  output: { type: 'string', alias: 'o', choices: ['yaml', 'json'], default: 'yaml', describe: 'Format of the output' },
} as const satisfies NamedOptions;

export const running = {
  'wait': {
    type: 'boolean',
    default: true,
    describe: 'Wait until everything is ready or gone; --no-wait ends when there is nothing left to do but wait',
  },
  'timeout': { type: 'string', default: '5m', describe: 'Give up after this long' },
  'progress': {
    type: 'string',
    choices: ['auto', 'lines', 'phases', 'none'],
    default: 'auto',
    describe: 'Progress to show: a line for each object, a few lines for each phase, or nothing; auto: a tree on a terminal, ' +
      'lines elsewhere',
  },
  'dry-run': { type: 'boolean', default: false, describe: 'Ask the API server about everything, but write nothing' },
  'break-lock': { type: 'boolean', default: false, describe: 'Break the lock of a run that has shown no sign of life for a minute' },
  'delete-data': {
    type: 'boolean',
    default: false,
    describe: 'Also delete what holds data: claims, custom resources, the content of namespaces',
  },
  'orphan': { type: 'boolean', default: false, describe: 'Let go of objects instead of deleting them: they live on without the extension' },
} as const satisfies NamedOptions;

/** What of the state is trusted: see docs/state.md. */
export const trusting = {
  'trust-state': {
    type: 'boolean',
    default: false,
    describe: 'Trust the recorded content of the extension, no matter who wrote it; '
      + 'otherwise content without a seal is applied only in its namespace',
  },
  'state-key': {
    type: 'string',
    describe: 'NAMESPACE/NAME of the Secret that holds the key for seals; otherwise kube-system/boxcutter-state-key',
  },
} as const satisfies NamedOptions;

export const input = {
  type: 'string',
  demandOption: true,
  describe: 'File, folder, https URL (pinned by #sha256=) or - (standard input) with plain objects or the output of cdk8s synth; ' +
    'a cdk8s project (its folder), whose app is run; or a bundle: folder, chart, archive, image, git+https://HOST/REPOSITORY#REF:FOLDER',
  coerce: standardInput,
} as const;

/** For subcommands that take several. */
export const more = {
  type: 'string',
  array: true,
  describe: 'Further paths: plain objects form one extension together (--name); packages and revisions are applied in this order, after '
    + 'what they depend on',
  coerce: (paths: readonly string[] | undefined) => paths?.map(standardInput),
} as const;

export const extension = { type: 'string', demandOption: true, describe: 'Name of the extension' } as const;

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
    describe: 'The path is a kustomization: build it with kustomize ($KUSTOMIZE, or from the PATH), otherwise with kubectl',
  },
} as const satisfies NamedOptions;

/** For subcommands that take objects: what to make of them. */
export const source = {
  'name': { type: 'string', describe: 'Name of the extension; otherwise that of the revision, file or folder' },
  'collision-protection': {
    type: 'string',
    choices: ['Prevent', 'IfNoController', 'None'],
    describe: 'What to do when objects of manifests or a bundle exist already: stop (the default), ' +
      'adopt those that nobody controls, or adopt all',
  },
  'skip-unserved': { type: 'boolean', default: false, describe: 'Skip objects of kinds that the API server does not serve' },
  'kubernetes-version': { type: 'string', describe: 'Check objects against the schemas of this Kubernetes version, like 1.35' },
} as const satisfies NamedOptions;

export const preflight = {
  preflight: {
    type: 'string',
    choices: ['never', 'new-content', 'always'],
    default: 'new-content',
    describe: 'Objects to send to the server as a dry run before the first write',
  },
} as const satisfies NamedOptions;

/** Options that decide what a rollout may do. */
export const refusing = {
  'crd-safety': {
    type: 'string',
    choices: ['enforce', 'strict', 'warn', 'off'],
    default: 'enforce',
    describe: 'For changed CustomResourceDefinitions: refuse what breaks something, refuse everything that OLM refuses, ' +
      'only warn, or compare nothing',
  },
  'crd-waiver': {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Allow this change, because it is intended: [CRD/]CHECK[@VERSION][:PATH], like enum:^.spec.mode',
  },
  'replace': {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Delete this object and create it again if a field cannot be changed in place: KIND/NAME, or all',
  },
  'create-namespace': {
    type: 'boolean',
    default: false,
    describe: 'Create needed namespaces that do not exist; delete does not remove them',
  },
  'check-permissions': {
    type: 'boolean',
    default: false,
    describe: 'Check all needed permissions first, and stop with a list of those that are missing',
  },
} as const satisfies NamedOptions;

/** For rollouts: how long trouble may last. */
export const patience = {
  'give-up': {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Fail when Pods have been in trouble for this long: image=1m, crash=2m, unschedulable=3m, deadline=0s; ' +
      'CAUSE=never, or never for all',
  },
} as const satisfies NamedOptions;

/** For rollouts: what follows a failure. */
export const afterFailure = {
  'on-failure': {
    type: 'string',
    choices: ['stop', 'rollback'],
    describe: 'When the rollout fails or is out of time: stop (the default), or go back to the last complete revision and delete a ' +
      'first install',
  },
  'atomic': { type: 'boolean', default: false, describe: 'The same as --on-failure rollback' },
} as const satisfies NamedOptions;

/** For subcommands that bring a bundle onto a cluster. */
export const installing = {
  'ignore-min-kube-version': {
    type: 'boolean',
    default: false,
    describe: 'Install a bundle even if it needs a newer Kubernetes',
    group: 'Bundles and charts:',
  },
} as const satisfies NamedOptions;

/** For subcommands that may read images, or catalogs of images and servers. */
export const reaching = {
  offline: {
    type: 'boolean',
    default: false,
    describe: 'Ask no registry and no other server for content: what is kept on this machine has to do',
  },
} as const satisfies NamedOptions;

/** What is installed of a bundle or a chart. */
export const bundleOptions = {
  'config': {
    type: 'string',
    alias: 'f',
    array: true,
    describe: 'File with the configuration, YAML or JSON; of several files, the last one wins',
    group: 'Bundles and charts:',
    coerce: (paths: readonly string[] | undefined) => paths?.map(standardInput),
  },
  'set': {
    type: 'string',
    array: true,
    describe: 'One value of the configuration: key=value, a.b[0].c=value',
    group: 'Bundles and charts:',
  },
  'set-string': { type: 'string', array: true, describe: 'Like --set, but the value is text', group: 'Bundles and charts:' },
  'set-file': {
    type: 'string',
    array: true,
    describe: 'Like --set, key=path: the value is the text of the file',
    group: 'Bundles and charts:',
  },
  'set-env': {
    type: 'string',
    array: true,
    describe: 'Like --set, key=NAME: the value is that of an environment variable',
    group: 'Bundles and charts:',
  },
  'certificates': {
    type: 'string',
    choices: ['auto', 'cert-manager', 'service-ca', 'none'],
    default: 'auto',
    describe: 'Issuer of certificates for webhooks; auto asks the cluster; without a cluster it is cert-manager',
    group: 'Bundles and charts:',
  },
  'dangerously-accept-bundles-without-config-schema': {
    type: 'boolean',
    default: false,
    describe: 'Accept a configuration without checking it, if the bundle has no schema for it',
    group: 'Bundles and charts:',
  },
} as const satisfies NamedOptions;

/** For what goes on from what is installed. */
export const upgrading = {
  'reuse-config': {
    type: 'boolean',
    default: false,
    describe: 'Start with the recorded configuration; values that are given now override it',
    group: 'Bundles and charts:',
  },
  'reset-config': {
    type: 'boolean',
    default: false,
    describe: 'Start without a configuration; otherwise an extension that is configured needs its configuration again',
    group: 'Bundles and charts:',
  },
  'take-over-crds': {
    type: 'boolean',
    default: false,
    describe: 'Replace CustomResourceDefinitions of olm.operatorframework.io that others made, such as OLM',
  },
  'ignore-upgrade-gate': {
    type: 'boolean',
    default: false,
    describe: 'Upgrade although the installed version says that it must not be upgraded now',
  },
  'change-package': {
    type: 'boolean',
    default: false,
    describe: 'Allow another package to replace the one that has this name',
  },
} as const satisfies NamedOptions;
