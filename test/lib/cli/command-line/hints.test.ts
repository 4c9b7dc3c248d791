/** The library speaks of its options and functions, the command of its flags and subcommands. */
import { BoxcutterError, LIBRARY_WORDS, type HintText } from '../../../../lib/errors';
import { COMMAND_WORDS, commandHint, wordsFor } from '../../../../lib/cli/command-line/hints';
import { commands } from '../../../../lib/cli/commands';
import { crdUpgradeError, dataLossError, missingNamespacesError } from '../../../../lib/guards';
import { findNamed } from '../../../../lib/runtime/operations/named-objects';

const error = (hint?: HintText): BoxcutterError => new BoxcutterError('x', 'server', 'It went wrong.', { hint });
const thrown = (run: () => unknown): BoxcutterError => {
  try {
    run();
  } catch (problem) {
    if (problem instanceof BoxcutterError) return problem;
  }
  throw new Error('nothing was thrown');
};

test.each([
  ['stateNamespace', undefined, '`stateNamespace`', '--state-namespace'],
  ['stateNamespace', 'shop', "`stateNamespace: 'shop'`", '--state-namespace shop'],
  ['breakLock', true, '`breakLock: true`', '--break-lock'],
  ['to', 3, '`to: 3`', '--to 3'],
  ['crdSafety.policy', 'warn', "`crdSafety.policy: 'warn'`", '--crd-safety warn'],
  ['crdSafety.waivers', "enum:^.spec['a']", "`crdSafety.waivers: 'enum:^.spec['a']'`", `--crd-waiver 'enum:^.spec['\\''a'\\'']'`],
] as const)('the option %s with %s is %s, or %s', (name, value, library, command) => {
  expect([LIBRARY_WORDS.option(name, value), COMMAND_WORDS.option(name, value)]).toEqual([library, command]);
});

test.each([
  ['applyRevision', undefined, '`applyRevision`', 'boxcutter apply PATH'],
  ['recoverExtension', 'web', '`recoverExtension`', 'boxcutter recover web'],
  ['deleteExtension', undefined, '`deleteExtension`', 'boxcutter delete EXTENSION'],
  ['checkCrdUpgrades', undefined, '`checkCrdUpgrades`', 'boxcutter crd check cluster PATH'],
  ['planRevision', undefined, '`planRevision`', 'boxcutter plan PATH'],
  ['requiredPermissions', undefined, '`requiredPermissions`', 'boxcutter bundle permissions PATH'],
] as const)('the operation %s of %s is %s, or %s', (name, extension, library, command) => {
  expect([LIBRARY_WORDS.operation(name, extension), COMMAND_WORDS.operation(name, extension)]).toEqual([library, command]);
});

test('an operation names the state of an extension where it is known', () => {
  const { operation } = COMMAND_WORDS;
  expect(operation('recoverExtension', 'web', 'shop')).toBe('boxcutter recover web -n shop');
  expect(operation('recoverExtension', undefined, 'shop')).toBe('boxcutter recover EXTENSION -n shop');
});

test('data of the error', () => {
  expect([
    LIBRARY_WORDS.details('upgrades'),
    COMMAND_WORDS.details('upgrades'),
  ]).toEqual(['`details.upgrades`', 'the same command with -o json']);
});

test('what is said in other words is not in the document, and a hint without options stays as it is', () => {
  const refused = error(({ option }) => `Use ${option('deleteData', true)}.`);
  expect([refused.hint, commandHint(refused), refused.details]).toEqual(['Use `deleteData: true`.', 'Use --delete-data.', {}]);
  expect(JSON.stringify(refused)).not.toContain('eleteData');
  expect(commandHint(error('Wait.'))).toBe('Wait.');
  expect(commandHint(error())).toBeUndefined();
});

const crontab = (namespace: string) => ({ apiVersion: 'batch/v1', kind: 'CronJob', namespace, name: 'backup' });
const lost = {
  ref: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'data' },
  contents: [{ kind: 'PersistentVolumeClaim', count: 1, examples: ['data'] }],
};
const broken = {
  check: 'enum',
  change: 'removed',
  versions: ['v1'],
  path: '^.spec.mode',
  data: { part: 'values-removed', values: '["a"]' },
  severity: 'error',
} as const;

test.each<readonly [BoxcutterError | undefined, string]>([
  [
    dataLossError([lost], 'A rollback'),
    'Use --delete-data to delete it all the same, or --orphan to let these objects live without the extension.',
  ],
  [
    missingNamespacesError([{ name: 'shop', objects: [], watchedBy: [], holdsState: true }]),
    'Create it: kubectl create namespace shop; or let apply make it: --create-namespace.',
  ],
  [
    crdUpgradeError([{ crd: 'a.example.com', issues: [broken] }]),
    "Look at each with its safe alternative: boxcutter crd check cluster PATH. If it is meant: --crd-waiver 'enum:^.spec.mode'",
  ],
  [
    crdUpgradeError([{ crd: 'a.example.com', issues: [broken] }], { from: 'record' }),
    "Each with its safe alternative: the same command with -o json. If it is meant: --crd-waiver 'enum:^.spec.mode'",
  ],
  [
    thrown(() => findNamed(['CronJob/backup', 'CronJob'], [crontab('a'), crontab('b')])),
    'Name the namespace with --namespace. Name objects like Deployment/web or deployment.apps/web.',
  ],
])('%s', (problem, hint) => {
  expect(problem && commandHint(problem)).toBe(hint);
});

test('every flag that a hint may name is one of the command', () => {
  const flags = new Set(commands.flatMap((command) => JSON.stringify(command).match(/"[a-z-]+"/g) ?? []));
  const named = [
    'stateNamespace',
    'namespace',
    'breakLock',
    'to',
    'skipUnserved',
    'createNamespace',
    'deleteData',
    'orphan',
    'collisionProtection',
  ];
  for (const option of [
    ...named,
    'crdSafety.policy',
    'crdSafety.waivers',
  ]) expect(flags).toContain(`"${COMMAND_WORDS.option(option).slice(2)}"`);
});

describe('where the state is, as the command line at hand takes it', () => {
  const named = (name: string) => commands.find((command) => command.name === name) as Parameters<typeof wordsFor>[0];
  test.each<[string, object, string]>([
    ...['status', 'explain', 'history', 'delete', 'rollback', 'pause', 'resume', 'orphan', 'recover'].map((name): [string, object, string] =>
      [name, { extension: 'keda' }, '-n keda']),
    ['apply', { path: 'keda.yaml' }, '--state-namespace keda'],
    ['plan', { path: 'keda.yaml' }, '--state-namespace keda'],
    ['status', { extension: 'keda', stateNamespace: 'shop' }, '--state-namespace keda'],
  ])('%s %j', (name, args, words) => {
    const hint = commandHint(error(({ option }) => option('stateNamespace', 'keda')), wordsFor(named(name), args));
    expect(hint).toBe(words);
  });

  test('without a value it is only named, and other options stay as they are', () => {
    const { option } = wordsFor(named('delete'), { extension: 'keda' });
    expect([option('stateNamespace'), option('breakLock', true)]).toEqual(['-n', '--break-lock']);
  });
});

describe('other commands that a hint names are for the same path and the same cluster', () => {
  const named = (name: string) => commands.find((command) => command.name === name) as Parameters<typeof wordsFor>[0];

  test('the connection is repeated as it was given, for the shell', () => {
    const { operation } = wordsFor(named('status'), { kubeconfig: './my clusters', context: 'prod', as: 'joe', asGroup: ['a', 'b'] });
    expect(operation('recoverExtension', 'web', 'shop'))
      .toBe("boxcutter recover web -n shop --kubeconfig './my clusters' --context prod --as joe --as-group a --as-group b");
  });

  test('the path and its namespace, too', () => {
    const { operation } = wordsFor(named('apply'), { path: './my shop', namespace: 'shop' });
    expect(operation('planRevision')).toBe("boxcutter plan './my shop' -n shop");
    expect(operation('requiredPermissions')).toBe("boxcutter bundle permissions './my shop' -n shop");
    expect(operation('deleteExtension', 'web', 'shop')).toBe('boxcutter delete web -n shop');
  });

  test('what was not given is not made up', () => {
    expect(wordsFor(named('apply')).operation('applyRevision')).toBe('boxcutter apply PATH');
    expect(wordsFor(undefined, { context: 'prod' }).operation('recoverExtension', 'web')).toBe('boxcutter recover web --context prod');
  });
});

test('a hint that names a path has not the query of a URL, which may be a token', () => {
  const words = wordsFor(undefined, { path: 'https://example.com/shop.yaml?sig=hidden', namespace: 'shop' });
  expect(words.operation('planRevision')).toBe("boxcutter plan 'https://example.com/shop.yaml?…' -n shop");
});
