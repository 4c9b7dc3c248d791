/** Hooks become phases: in the order of their weights, before or after everything else. */
import { renderBundle, type RenderOptions, type RenderResult } from '../../../../lib/bundle';
import { compile } from '../../../../lib/compile';
import { BUILD_TIMEOUT, helmProgram } from './helm';
import { chart, type Draft, hook, lines } from './sample-chart';

let helm: string;
beforeAll(() => {
  helm = helmProgram();
}, BUILD_TIMEOUT);

function render(changes: Draft, options: Partial<RenderOptions> = {}): RenderResult {
  const result = renderBundle(chart(changes), { installNamespace: 'shop-system', certificates: 'none', releaseName: 'web', helm, ...options });
  expect(result.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return result;
}

/** `phase: names`, in the order in which they are applied; hashes of Jobs as `#`. */
function phasesOf(result: RenderResult): string[] {
  const { compiled, findings } = compile({ extension: 'web', namespace: 'shop-system', ...result });
  expect(findings).toEqual([]);
  return compiled?.resolved.phases.map(({ name, objects }) => `${name}: ${objects.map(({ object }) => withoutHash(object.metadata.name ?? '')).sort().join(' ')}`) ?? [];
}

const withoutHash = (name: string): string => name.replace(/-[0-9a-f]{8}$/, '-#');

/** Names of what is made of one kind. */
function namesOf(result: RenderResult, kind = 'Job'): string[] {
  return result.objects.filter(({ manifest }) => manifest['kind'] === kind).map(({ manifest }) => String((manifest['metadata'] as { name?: unknown }).name));
}

test('those before and those after, by weight; of one weight, what runs comes after what it may need', () => {
  const result = render({
    'templates/hooks.yaml': [
      hook('second', 'pre-install,pre-upgrade', { weight: 3 }),
      hook('runner', 'pre-install', { weight: -5, kind: 'ServiceAccount' }),
      hook('first', 'pre-install', { weight: -5 }),
      hook('third', 'pre-install', { weight: 3 }),
      hook('last', 'post-install', { weight: 10 }),
      hook('check', 'post-install, post-upgrade'),
    ].join('---\n'),
  });
  expect(phasesOf(result)).toEqual([
    'crds-web-shop: shops.example.com',
    'pre-1-web-shop: runner',
    'pre-2-web-shop: first-#',
    'pre-3-web-shop: second-# third-#',
    'configuration: facts web-login',
    'deploy: web-web',
    'post-1-web-shop: check-#',
    'post-2-web-shop: last-#',
  ]);
});

test('definitions of crds/ come before the first hook, and custom resources may be hooks', () => {
  const result = render({ 'templates/hooks.yaml': hook('early', 'pre-install', { kind: 'Shop' }).replace('v1', 'example.com/v1') });
  expect(phasesOf(result).slice(0, 2)).toEqual(['crds-web-shop: shops.example.com', 'pre-1-web-shop: early']);
});

test('without hooks before, definitions stay in their standard phase', () => {
  expect(phasesOf(render({ 'templates/hooks.yaml': hook('late', 'post-install') }))).toEqual([
    'configuration: facts web-login', 'crds: shops.example.com', 'deploy: web-web', 'post-1-web-shop: late-#',
  ]);
});

describe('hooks for moments that no revision has', () => {
  const rendered = (...hooks: readonly string[]): RenderResult => render({ 'templates/hooks.yaml': hooks.join('---\n') });

  test('are left out: those for tests are told each, those for deletion and rollback in one warning', () => {
    const result = rendered(hook('connects', 'test'), hook('cleans', 'pre-delete,post-delete'), hook('back', 'post-rollback'));
    expect(namesOf(result)).toEqual([]);
    expect(result.phases).toEqual([]);
    expect(lines(result)).toEqual([
      expect.stringMatching(/^warning hook-not-run templates\/hooks\.yaml \(document \d\): 2 hooks of the chart are not run: /),
      expect.stringMatching(/^warning hook-left-out templates\/hooks\.yaml \(document \d\): Job connects is a hook for test, which a /),
    ]);
    for (const named of ['Job cleans (pre-delete, post-delete)', 'Job back (post-rollback)']) expect(lines(result)[0]).toContain(named);
    expect(new Set(result.hooksNotRun)).toEqual(new Set([
      { kind: 'Job', name: 'connects', events: ['test'] },
      { kind: 'Job', name: 'cleans', events: ['pre-delete', 'post-delete'] },
      { kind: 'Job', name: 'back', events: ['post-rollback'] },
    ]));
  });

  test('are told only for these moments where they run at the installation, too', () => {
    const result = rendered(hook('rights', 'pre-install,pre-delete', { kind: 'ServiceAccount' }));
    expect(namesOf(result, 'ServiceAccount')).toEqual(['rights']);
    expect(result.hooksNotRun).toEqual([{ kind: 'ServiceAccount', name: 'rights', events: ['pre-delete'] }]);
    expect(lines(result)).toEqual([expect.stringContaining('1 hook of the chart is not run: ServiceAccount rights (pre-delete); boxcutter')]);
  });

  test('a hook of rollbacks and upgrades is one of upgrades', () => {
    const taken = rendered(hook('seed', 'post-install,post-upgrade,post-rollback'));
    expect(taken.hooksNotRun).toEqual([]);
    expect(lines(taken)).toEqual([expect.stringContaining('warning hook-runs-once')]);
    expect(lines(rendered(hook('migrate', 'pre-upgrade,pre-rollback')))).toEqual([expect.stringContaining('warning hook-upgrade-only')]);
  });

  test('one of upgrades and of deletion is told for both', () => {
    const result = rendered(hook('stop', 'pre-upgrade,pre-delete'));
    expect(lines(result)).toEqual([expect.stringContaining('warning hook-not-run'), expect.stringContaining('warning hook-upgrade-only')]);
    expect(result.hooksNotRun).toEqual([{ kind: 'Job', name: 'stop', events: ['pre-upgrade', 'pre-delete'] }]);
  });

  test('a message lists ten of them, and the data all', () => {
    const result = rendered(...Array.from({ length: 12 }, (_, index) => hook(`clean-${index}`, 'post-delete')));
    expect(lines(result)[0]).toMatch(/12 hooks of the chart are not run: .* and 2 more; boxcutter runs no hooks/);
    expect(result.hooksNotRun).toHaveLength(12);
  });

  test('a chart without them has none', () => {
    expect(render({}).hooksNotRun).toEqual([]);
  });
});

test('a hook of upgrades alone is left out with a warning, since a first installation would fail by it; rendered for an upgrade, it is there', () => {
  const changes = { 'templates/hooks.yaml': [hook('migrate', 'pre-upgrade'), hook('seed', 'pre-install')].join('---\n') };
  const first = render(changes);
  expect(lines(first)).toEqual([
    expect.stringContaining('warning hook-upgrade-only templates/hooks.yaml (document 1): Job migrate is a hook of upgrades alone (pre-upgrade)'),
    expect.stringContaining('warning hook-runs-once'),
  ]);
  expect(phasesOf(first)).toContain('pre-1-web-shop: seed-#');
  const upgrade = render(changes, { upgrade: true });
  expect(phasesOf(upgrade)).toContain('pre-1-web-shop: migrate-#');
  expect(lines(upgrade)[0]).toContain('warning hook-left-out templates/hooks.yaml (document 2): Job seed');
});

test('what is not as with helm is said once for all hooks that it is about', () => {
  const result = render({
    'templates/hooks.yaml': [
      hook('prepare', 'pre-install', { policy: 'before-hook-creation,hook-succeeded' }),
      hook('rights', 'pre-install', { policy: 'hook-succeeded', kind: 'ServiceAccount' }),
      hook('more-rights', 'pre-install', { policy: 'hook-succeeded', kind: 'ConfigMap' }),
      hook('fades', 'post-install', { spec: 'ttlSecondsAfterFinished: 60' }),
    ].join('---\n'),
  });
  expect(result.findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
    expect.stringMatching(/^hook-runs-once Job prepare, Job fades: .* only when it changes$/),
    expect.stringMatching(/^hook-stays .*ServiceAccount rights.*: helm deletes this when the hook has succeeded/),
    'hook-ttl Job fades: ttlSecondsAfterFinished is left out, because a hook that Kubernetes deletes when it has finished may run again',
  ]);
  const fades = result.objects.find(({ authorName }) => authorName === 'fades');
  expect(fades?.manifest['spec']).toEqual({ template: expect.anything() });
});

describe('a hook that runs something is named by its content, so that a changed one is a new object, and runs', () => {
  const one = (text: string): string => namesOf(render({ 'templates/hooks.yaml': text })).join();
  const migrate = hook('migrate', 'pre-install,pre-upgrade');

  test('the same content has the same name; another template, another', () => {
    expect(one(migrate)).toMatch(/^migrate-[0-9a-f]{8}$/);
    expect(one(migrate)).toBe(one(migrate));
    expect(one(migrate.replace('run:1', 'run:2'))).not.toBe(one(migrate));
    expect(one(migrate.replace('{ restartPolicy: Never, containers: [{ name: run, image: registry.example/run:1 }] }', '{ containers: [{ image: registry.example/run:1, name: run }], restartPolicy: Never }'))).toBe(one(migrate));
  });

  test('labels and annotations are changed in place, and run nothing', () => {
    const labelled = hook('migrate', 'pre-install,pre-upgrade', { weight: 7 }).replace('  annotations:', '  labels: { helm.sh/chart: shop-2.0.0 }\n  annotations:');
    expect(one(labelled)).toBe(one(migrate));
  });

  test('a Pod as well', () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: { name: ping, annotations: { helm.sh/hook: post-install } }\nspec: { containers: [{ name: a, image: registry.example/run:1 }] }\n';
    expect(namesOf(render({ 'templates/hooks.yaml': pod }), 'Pod')).toEqual([expect.stringMatching(/^ping-[0-9a-f]{8}$/)]);
  });

  test.each([
    ['before-hook-creation', /^migrate-[0-9a-f]{8}$/],
    ['before-hook-creation,hook-succeeded', /^migrate-[0-9a-f]{8}$/],
    ['hook-succeeded', /^migrate-[0-9a-f]{8}$/],
    ['hook-succeeded,hook-failed', /^migrate-[0-9a-f]{8}$/],
    ['hook-failed', /^migrate$/],
  ])('with the policy %s, when helm would run it anew', (policy, name) => {
    expect(one(hook('migrate', 'pre-install', { policy }))).toMatch(name);
  });

  test('what is no hook, and what runs nothing, keeps its name', () => {
    const job = hook('plain', 'pre-install').replace(/  annotations:\n.*\n/, '');
    const result = render({ 'templates/hooks.yaml': [job, hook('rights', 'pre-install', { kind: 'ServiceAccount' })].join('---\n') });
    expect([...namesOf(result), ...namesOf(result, 'ServiceAccount')]).toEqual(['plain', 'rights']);
  });

  test('names that are too long are cut, and two stay two', () => {
    const long = 'migrate-'.repeat(8);
    const names = namesOf(render({ 'templates/hooks.yaml': [`${long}a`, `${long}b`].map((name) => hook(name, 'pre-install')).join('---\n') }));
    expect(new Set(names).size).toBe(2);
    expect(names.every((name) => /^[a-z0-9][a-z0-9-]*-[0-9a-f]{8}$/.test(name) && name.length <= 63)).toBe(true);
  });

  test('two of a name, before and after everything else, which helm runs one after the other, stay two', () => {
    const result = render({ 'templates/hooks.yaml': [hook('step', 'pre-install'), hook('step', 'post-install').replace('run:1', 'run:2')].join('---\n') });
    expect(phasesOf(result).filter((phase) => phase.includes('step'))).toEqual(['pre-1-web-shop: step-#', 'post-1-web-shop: step-#']);
  });

  const pod = (words: string): string => `{ containers: [{ name: wait, image: registry.example/wait:1, ${words} }] }`;
  const deployment = (words: string): string =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: waits }\nspec: { selector: { matchLabels: { a: b } }, template: { metadata: { labels: { a: b } }, spec: ${pod(words)} } }\n`;
  const role = (resources: string): string => `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: { name: waits }\nrules: [{ apiGroups: [batch], resources: [${resources}], resourceNames: [migrate], verbs: [get] }]\n`;

  test.each([
    ['waits for it', deployment('args: [job, migrate]')],
    ['runs kubectl', deployment('command: [sh, -c, "kubectl -n x wait job/migrate --for=condition=complete"]')],
    ['names the group', deployment('command: [kubectl, get, job.batch/migrate]')],
    ['may read it', role('jobs')],
  ])('it keeps the name that another object asks for, which is said: one that %s', (_, asker) => {
    const result = render({ 'templates/hooks.yaml': [migrate, asker].join('---\n') });
    expect(namesOf(result)).toEqual(['migrate']);
    expect(result.findings.find(({ code }) => code === 'hook-name-stays')?.message).toMatch(/^(?:Deployment|Role) waits refers to Job migrate by its name/);
  });

  test.each([
    ['a word of a command', deployment('args: [--mode=migrate, migrate, --job, other]')],
    ['a rule for Secrets', role('secrets')],
    ['the name of another Job', deployment('args: [job, migrate-again]')],
    ['the name of a CronJob', deployment('args: [cronjob, migrate]')],
  ])('the same word elsewhere is not its name: %s', (_, other) => {
    expect(namesOf(render({ 'templates/hooks.yaml': [migrate, other].join('---\n') }))).toEqual([expect.stringMatching(/^migrate-/)]);
  });
});

test('a chart whose release has its name, and long names', () => {
  const changes = { 'templates/hooks.yaml': hook('late', 'post-install') };
  expect(render(changes, { releaseName: 'shop' }).phases?.map(({ name }) => name)).toEqual(['post-1-shop']);
  const [phase] = render(changes, { releaseName: `1.${'long-name-'.repeat(5)}1` }).phases ?? [];
  expect(phase?.name).toMatch(/^post-1-1-long-name-/);
  expect(phase?.name.length).toBeLessThanOrEqual(63);
});
