/** The library speaks of its options and functions, the command of its flags and subcommands. */
import { BoxcutterError, LIBRARY_WORDS, type HintText } from '../../../../lib/errors';
import { COMMAND_WORDS, commandHint, wordsFor } from '../../../../lib/cli/command-line/hints';
import { commands } from '../../../../lib/cli/commands';
import type { AnyCommand, Command } from '../../../../lib/cli/commands/command';
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
    'Use --delete-data to delete it nevertheless, or --orphan to let these objects live on without the extension.',
  ],
  [
    missingNamespacesError([{ name: 'shop', objects: [], watchedBy: [], holdsState: true }]),
    'Create it: kubectl create namespace shop; or have it created: --create-namespace.',
  ],
  [
    crdUpgradeError([{ crd: 'a.example.com', issues: [broken] }]),
    "To see each with its safe alternative: boxcutter crd check cluster PATH. To apply it nevertheless: --crd-waiver 'enum:^.spec.mode'",
  ],
  [
    crdUpgradeError([{ crd: 'a.example.com', issues: [broken] }], { from: 'record' }),
    "Each with its safe alternative: the same command with -o json. To apply it nevertheless: --crd-waiver 'enum:^.spec.mode'",
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

  test('what the content is made of, and what it may do, too; and not how the line is run', () => {
    const { operation } = wordsFor(named('apply'), {
      path: './shop', more: ['./more'], name: 'web', namespace: 'shop', config: ['a b.yaml', 'c.yaml'], setFile: ['key=file'], orphan: true,
      certificates: 'auto', timeout: '9m', yes: true, plan: true, output: 'text', wait: false, preflight: 'always', atomic: true,
    });
    expect(operation('planRevision'))
      .toBe("boxcutter plan ./shop ./more --name web -n shop --orphan --config 'a b.yaml' --config c.yaml --set-file key=file");
    expect(operation('requiredPermissions'))
      .toBe("boxcutter bundle permissions ./shop --name web -n shop --config 'a b.yaml' --config c.yaml --set-file key=file");
    expect(operation('checkCrdUpgrades')).toBe('boxcutter crd check cluster ./shop');
  });

  test('values that may be secrets are left out', () => {
    const { operation } = wordsFor(named('apply'), { path: './shop', set: ['password=a=b'], setString: ['pin=1'] });
    expect(operation('planRevision')).toBe("boxcutter plan ./shop --set 'password=…' --set-string 'pin=…'");
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

describe('what chooses from catalogs names no path: it is planned and done again by itself', () => {
  const named = (name: string) => commands.find((command) => command.name === name) as Parameters<typeof wordsFor>[0];
  const given = { catalog: ['own=./catalog'], version: '>=2 <3', channel: ['stable'], namespace: 'keda', yes: true, context: 'prod' };
  const chosen = "--catalog own=./catalog --version '>=2 <3' --channel stable";

  test.each([
    ['install', { package: 'keda', name: 'scaler' }, `boxcutter install keda ${chosen} --name scaler -n keda --context prod`],
    ['upgrade', { extension: 'keda' }, `boxcutter upgrade keda ${chosen} -n keda --context prod`],
    ['upgrade', { all: true }, `boxcutter upgrade --all ${chosen} -n keda --context prod`],
  ])('%s %j', (name, args, line) => {
    const { operation } = wordsFor(named(name), { ...given, ...args });
    expect([operation('applyRevision'), operation('planRevision')]).toEqual([line, `${line} --plan`]);
  });

  test('a rollback, too', () => {
    const { operation } = wordsFor(named('rollback'), { extension: 'web', to: '3', namespace: 'shop' });
    expect(operation('planRevision')).toBe('boxcutter rollback web --to 3 -n shop --plan');
  });

  test('what looks into a bundle is for the one that was chosen, where that is known', () => {
    const words = (path?: string) => wordsFor(named('install'), { package: 'keda', namespace: 'keda', path });
    expect(words('oci://quay.io/org/keda@sha256:1').operation('requiredPermissions'))
      .toBe('boxcutter bundle permissions oci://quay.io/org/keda@sha256:1 -n keda');
    expect(words().operation('checkCrdUpgrades')).toBe('boxcutter crd check cluster PATH');
  });
});

describe('every line that a hint names is one that the command understands', () => {
  const given = {
    path: './shop', package: 'keda', extension: 'web', namespace: 'shop', stateNamespace: 'state', name: 'web', catalog: ['c=./c'],
    config: ['a.yaml'], set: ['a=1'], setFile: ['a=b'], setEnv: ['a=B'], crdSafety: 'warn', crdWaiver: ['enum'], replace: ['all'],
    createNamespace: true, checkPermissions: true, deleteData: true, skipUnserved: true, certificates: 'none', resetConfig: true,
    ignoreMinKubeVersion: true, trustState: true, kubeconfig: './k', context: 'x', as: 'joe', asGroup: ['g'],
  };
  const operations = ['applyRevision', 'planRevision', 'checkCrdUpgrades', 'requiredPermissions', 'recoverExtension', 'deleteExtension'] as const;

  test.each(['apply', 'plan', 'install', 'upgrade', 'rollback', 'delete', 'explain', 'status', 'recover'])('%s', (name) => {
    const words = wordsFor(commands.find((command) => command.name === name) as Parameters<typeof wordsFor>[0], given);
    for (const operation of operations) {
      const line = words.operation(operation, 'web', 'shop');
      const [, ...typed] = line.replaceAll("'", '').split(' ');
      const found = commandOf(typed);
      const flags = typed.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
      expect({ line, unknown: flags.filter((flag) => !(flag in found.options)) }).toEqual({ line, unknown: [] });
    }
  });

  function commandOf([first = '', ...rest]: readonly string[], among: readonly AnyCommand[] = commands): Command {
    const found = among.find((command) => command.name === first);
    if (found === undefined) throw new Error(`there is no ${first}`);
    return found.subcommands === undefined ? found : commandOf(rest, found.subcommands);
  }
});
