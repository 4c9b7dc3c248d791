/** Charts are rendered by helm itself, and by nothing that its user has set up. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderBundle, type RenderOptions, type RenderResult } from '../../../../lib/bundle';
import { renderBundleApart } from '../../../../lib/formats';
import { runHelmApart } from '../../../../lib/formats/helm/program/apart';
import { runHelm } from '../../../../lib/formats/helm/program/program';
import { compile } from '../../../../lib/compile';
import { BUILD_TIMEOUT, helmProgram } from './helm';
import { chart, type Draft, lines } from './sample-chart';
import { formatOrigin } from '../../../../lib/issue';

let helm: string;
beforeAll(() => {
  helm = helmProgram();
}, BUILD_TIMEOUT);

function render(changes: Draft = {}, options: Partial<RenderOptions> = {}): RenderResult {
  return renderBundle(chart(changes), { installNamespace: 'shop-system', certificates: 'none', releaseName: 'web', helm, ...options });
}

function objectOf(result: RenderResult, kind: string, name: string) {
  return result.objects.find(({ manifest }) => manifest['kind'] === kind && (manifest['metadata'] as { name?: unknown }).name === name)?.manifest;
}

describe('objects', () => {
  test('are those that helm gives, each with the template that it comes from', () => {
    const result = render();
    expect(result.findings).toEqual([]);
    expect(result.objects.map(({ manifest, origin }) => [formatOrigin(origin), manifest['kind']])).toEqual([
      ['crds/shops.yaml:1', 'CustomResourceDefinition'],
      ['templates/web.yaml (document 1)', 'Secret'],
      ['templates/facts.yaml', 'ConfigMap'],
      ['templates/web.yaml (document 2)', 'Deployment'],
    ]);
    expect(result.phases).toEqual([]);
    expect(objectOf(result, 'Deployment', 'web-web')).toMatchObject({
      metadata: { labels: { 'app.kubernetes.io/managed-by': 'Helm' } },
      spec: { replicas: 2 },
    });
  });

  test('compile to a revision: definitions in their phase, namespaces filled in', () => {
    const { objects, phases = [] } = render();
    const { compiled, findings } = compile({ extension: 'web', namespace: 'shop-system', objects, phases });
    expect(findings).toEqual([]);
    expect(compiled?.resolved.phases.map(({ name, objects: inside }) => `${name}: ${inside.map(({ object }) => object.metadata.name).join(' ')}`)).toEqual([
      'configuration: facts web-login', 'crds: shops.example.com', 'deploy: web-web',
    ]);
  });

  test('values of the user come over those of the chart; defaults of the schema are not values', () => {
    const result = render({}, { config: { replicas: 5, web: { labels: { tier: null, zone: 'a' } } } });
    expect(objectOf(result, 'Deployment', 'web-web')).toMatchObject({ spec: {
      replicas: 5,
      template: { spec: { containers: [{ image: 'registry.example/web:1' }] } },
    } });
    expect(objectOf(result, 'ConfigMap', 'facts')).toMatchObject({ data: { labels: '{"zone":"a"}' } });
  });

  test('templates see the version of Kubernetes that is asked for, not the one that helm was built for', () => {
    expect(objectOf(render(), 'ConfigMap', 'facts')).toMatchObject({ data: { version: 'v1.36.0', monitoring: 'false', upgrade: 'false' } });
    const result = render({}, { kubernetesVersion: '1.34', apiVersions: ['monitoring.example/v1', 'other.example/v1'], upgrade: true });
    expect(objectOf(result, 'ConfigMap', 'facts')).toMatchObject({ data: { version: 'v1.34.0', monitoring: 'true', upgrade: 'true' } });
  });

  test('what helm keeps when it uninstalls is orphaned', () => {
    expect(objectOf(render(), 'ConfigMap', 'facts')).toMatchObject({ metadata: { annotations: {
      'helm.sh/resource-policy': 'keep',
      'olm.operatorframework.io/on-removal': 'orphan',
    } } });
  });

  test('the same input gives the same bytes', () => {
    expect(JSON.stringify(render())).toBe(JSON.stringify(render()));
  });

  test('odd characters in values arrive as they are', () => {
    const password = 'ä "x": \u0085\u2028\ufeff{{}}\t\\';
    const result = render({
      'values.schema.json': undefined,
      'templates/facts.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: facts }\nbinaryData: { p: {{ .Values.password | b64enc }} }\n',
    }, {
      config: { password }, dangerouslyAcceptBundlesWithoutConfigSchema: true,
    });
    const facts = objectOf(result, 'ConfigMap', 'facts') as { binaryData?: { p: string } } | undefined;
    expect(Buffer.from(facts?.binaryData?.p ?? '', 'base64').toString()).toBe(password);
  });

  test('objects that are made up anew each time are named, without what is in them', () => {
    const result = render({ 'templates/facts.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: facts }\ndata: { id: {{ uuidv4 }} }\n' });
    expect(lines(result)).toEqual(['warning chart-unstable templates/facts.yaml: ConfigMap facts is different each time it is rendered, so every run makes a new revision']);
  });

  test('a list is taken apart, and a template that gives nothing is no mistake', () => {
    const item = '{ apiVersion: v1, kind: ConfigMap, metadata: { name: NAME } }';
    const list = `apiVersion: v1\nkind: List\nitems: [${item.replace('NAME', 'a')}, ${item.replace('NAME', 'b')}]\n`;
    const result = render({ 'templates/web.yaml': list, 'templates/facts.yaml': '{{ if false }}a: 1{{ end }}' });
    expect(result.objects.map(({ origin }) => formatOrigin(origin))).toEqual([
      'crds/shops.yaml:1',
      'templates/web.yaml (item 1)',
      'templates/web.yaml (item 2)',
    ]);
  });

  test('charts within the chart come along, with their definitions', () => {
    const result = render({
      'charts/db/Chart.yaml': 'apiVersion: v2\nname: db\nversion: 1.0.0\n',
      'charts/db/templates/db.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: {{ .Release.Name }}-db }\n',
      'charts/db/crds/db.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: none }\n',
    });
    expect(result.objects.map(({ origin }) => formatOrigin(origin))).toEqual(expect.arrayContaining([
      'charts/db/crds/db.yaml:1',
      'charts/db/templates/db.yaml',
    ]));
  });
});

describe('values that do not fit', () => {
  test('all of it is said at once, in our words, before helm runs, and secrets are not shown', () => {
    const result = render({}, { helm: '/nowhere/helm', config: { replicas: 0, password: 'a-secret-that-is-too-long', web: { image: 3 } } });
    expect(result.objects).toEqual([]);
    expect(result.findings).toHaveLength(1);
    expect(result.findings[0]).toMatchObject({ code: 'invalid-config', severity: 'error' });
    const { message } = result.findings[0] ?? { message: '' };
    expect(message).toMatch(/^invalid bundle configuration: /);
    for (const field of ["'replicas'", "'password'", "'web.image'"]) expect(message).toContain(field);
    expect(message).not.toContain('a-secret');
  });

  test('what the chart gives counts as given; null takes it away', () => {
    expect(render({}, { config: { web: { labels: {} } } }).findings).toEqual([]);
    expect(lines(render({}, { config: { replicas: null } }))).toEqual([expect.stringContaining("missing required field 'replicas'")]);
  });

  test('schemas of charts within the chart are checked by helm, and said in the same way', () => {
    const result = render({
      'charts/db/Chart.yaml': 'apiVersion: v2\nname: db\nversion: 1.0.0\n',
      'charts/db/values.schema.json': JSON.stringify({ properties: { size: { type: 'integer' }, name: { pattern: '^[a-z]+$' } } }),
    }, { config: { db: { size: 'large-secret', name: 'UPPER-SECRET' } } });
    expect(lines(result)).toEqual([expect.stringMatching(/^error invalid-config db: invalid bundle configuration: .*chart db, field 'size': got string, want integer/)]);
    expect(JSON.stringify(result)).not.toMatch(/secret/i);
  });

  test('without a schema, values are taken only from a user who says that they may pass unchecked', () => {
    const changes = { 'values.schema.json': undefined };
    expect(lines(render(changes, { config: { replicas: 3 } }))).toEqual([expect.stringContaining('does not support configuration')]);
    const result = render(changes, { config: { replicas: 3 }, dangerouslyAcceptBundlesWithoutConfigSchema: true });
    expect(result.findings.map(({ code }) => code)).toEqual(['unchecked-config']);
    expect(objectOf(result, 'Deployment', 'web-web')).toMatchObject({ spec: { replicas: 3 } });
  });
});

describe('a chart that cannot be rendered', () => {
  test.each([
    [
      'a value that is not there',
      'x: {{ .Values.a.b.c }}\n',
      'templates/facts.yaml:1',
      /at <\.Values\.a\.b\.c>: nil pointer evaluating interface \{\}\.b/,
    ],
    ['a template that is none', 'x: 1\n{{ if }}\n', 'templates/facts.yaml:2', /missing value for if/],
    ['what is no YAML', 'x: y: z\n', 'templates/facts.yaml', /error converting YAML to JSON: yaml: .*mapping values are not allowed/],
    [
      'a value that the chart asks for',
      '{{ required "give a database" .Values.database }}\n',
      'templates/facts.yaml:1',
      /: give a database$/,
    ],
    ['a mistake in a partial', '{{ include "part" . }}\n', 'templates/_part.tpl:2', /nil pointer.* \(used by templates\/facts\.yaml:1\)/],
  ])('%s', (what, template, origin, message) => {
    const code = what === 'a value that the chart asks for' ? 'chart-needs-value' : 'helm-failed';
    const result = render({ 'templates/facts.yaml': template, 'templates/_part.tpl': '{{ define "part" }}\n{{ .Values.a.b }}{{ end }}' });
    expect(result).toMatchObject({ objects: [], phases: [] });
    expect(result.findings).toEqual([expect.objectContaining({
      code,
      severity: 'error',
      origin,
      message: expect.stringMatching(message),
    })]);
    expect(result.findings[0]?.message).not.toMatch(/--debug|\n/);
  });

  test('values that helm quotes are not shown', () => {
    const quoting = '{{ fail (printf "no %s in %s, nor %s" .Values.password (b64enc .Values.password) .Values.web.image) }}';
    const result = render({ 'templates/facts.yaml': quoting }, { config: {
      password: 'hunter2hunter2',
      web: { image: 'aGlkZGVuIHRleHQ=' },
    } });
    expect(result.findings[0]?.message).toMatch(/no \(a value, not shown\) in \(a value, not shown\), nor \(a value, not shown\)/);
    expect(JSON.stringify(result)).not.toMatch(/hunter2|aHVudGVy|aGlkZGVu/);
  });

  test('values in a form that helm cannot merge are not shown either', () => {
    const result = render({
      'charts/db/Chart.yaml': 'apiVersion: v2\nname: db\nversion: 1.0.0\n', 'values.schema.json': undefined,
    }, { config: { db: 'pin' }, dangerouslyAcceptBundlesWithoutConfigSchema: true });
    expect(lines(result)[1]).toBe('error helm-failed shop: helm cannot render chart shop: type mismatch on db: (a value, not shown)');
  });

  test('a version of Kubernetes that it is not made for', () => {
    const result = render({ 'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.2.3\nkubeVersion: ">=1.99"\n' });
    expect(lines(result)).toEqual(['error helm-failed shop: helm cannot render chart shop: chart requires kubeVersion: >=1.99 which is incompatible with Kubernetes v1.36.0']);
  });

  test('what is stricter here than in helm is said with the line of what was rendered', () => {
    const result = render({ 'templates/facts.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n  a: "1"\n  a: "2"\n' });
    expect(lines(result)).toEqual([expect.stringMatching(/^error yaml-duplicate-key templates\/facts\.yaml data\.a: .* \(line 6 of what the template gives\)$/)]);
  });

  test('a key twice with the same value loses nothing: helm installs it, so it is a warning; its author is told that it is an error', () => {
    const twice = { 'templates/facts.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n  a: "1"\n  a: "1"\n' };
    const result = render(twice);
    expect(lines(result)).toEqual([expect.stringMatching(/^warning yaml-duplicate-key templates\/facts\.yaml data\.a: the key "a" is there twice, with the same value/)]);
    expect(result.objects.map(({ manifest }) => manifest['data'])).toContainEqual({ a: '1' });
  });

  test('nothing at all', () => {
    const result = render({ 'templates/web.yaml': undefined, 'templates/facts.yaml': undefined, 'crds/shops.yaml': undefined });
    expect(result.findings.map(({ code }) => code)).toEqual(['chart-empty']);
  });

  test('a name that no release can have', () => {
    expect(render({}, { releaseName: 'Shop' }).findings.map(({ code }) => code)).toEqual(['release-name']);
  });
});

describe('the helm program', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'boxcutter-fake-helm-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Something in its place, which says that it is of a version. */
  const inItsPlace = (script: string, version = 'v4.3.1'): string => {
    const file = join(folder, 'helm');
    writeFileSync(file, `#!/bin/sh\nif [ "$1" = version ]; then echo '${version}'; exit; fi\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  };

  test('is named by HELM, or found in the PATH; without it is said how to get it', () => {
    const before = { ...process.env };
    try {
      process.env['HELM'] = helm;
      expect(renderBundle(chart(), { installNamespace: 'x', certificates: 'none' }).objects).toHaveLength(4);
      delete process.env['HELM'];
      process.env['PATH'] = folder;
      const rendering = () => renderBundle(chart(), { installNamespace: 'x', certificates: 'none' });
      expect(rendering).toThrow(expect.objectContaining({
        code: 'helm-missing',
        category: 'server',
        hint: expect.stringContaining('helm.sh/docs/intro/install'),
        message: 'A chart is rendered by helm, which is not installed here.',
      }));
    } finally {
      process.env = before;
    }
    expect(() => render({}, { helm: join(folder, 'helm') })).toThrow(expect.objectContaining({ code: 'helm-missing' }));
  });

  test.each(['v3.2.1+gfe51cd1', 'v3.18.6', 'v3.20.1', 'v4.0.0', 'v4.1.3+g0', 'v4.1'])('%s has known holes, and is not used', (version) => {
    const used = join(folder, 'used');
    const old = inItsPlace(`touch ${used}`, version);
    const message = expect.stringMatching(/is helm [\d.]+, which has known security holes.* 3\.20\.2 or newer of helm 3, 4\.1\.4 or newer of helm 4\.$/) as string;
    expect(() => render({}, { helm: old })).toThrow(expect.objectContaining({ code: 'helm-too-old', message }));
    expect(existsSync(used)).toBe(false);
  });

  test.each(['v3.20.2', 'v3.21.0+g1', 'v4.1.4', 'v4.2', 'v5.0.0'])('%s is used', (version) => {
    expect(lines(render({}, { helm: inItsPlace('exit 1', version) }))).toEqual([expect.stringContaining('it gave no reason')]);
  });

  test('that does not say its version is not used', () => {
    const message = expect.stringContaining('does not say which version') as string;
    expect(() => render({}, { helm: inItsPlace('exit 1', 'unknown') })).toThrow(expect.objectContaining({ code: 'helm-too-old', message }));
  });

  test('is asked for its version once, as long as it is the same file', () => {
    const asked = join(folder, 'asked');
    const counted = inItsPlace('exit 1', `v4.3.1'; echo >>${asked}; echo '`);
    render({}, { helm: counted });
    render({}, { helm: counted });
    expect(readFileSync(asked, 'utf8')).toBe('\n');
  });

  test('gets nothing of its user: no plugins, repositories, credentials, kubeconfig, and nowhere to go', () => {
    const before = { ...process.env };
    try {
      Object.assign(process.env, {
        HELM_PLUGINS: '/home/user/plugins',
        HELM_REGISTRY_CONFIG: '/home/user/registry.json',
        KUBECONFIG: '/home/user/.kube/config',
        AWS_SECRET_ACCESS_KEY: 'x',
        HELM_KUBETOKEN: 'x',
      });
      const seen = runHelm({ helm: inItsPlace('env'), args: [], home: folder });
      if (seen.type !== 'done') throw new Error(seen.type);
      expect(seen.output).not.toMatch(/\/home\/user|SECRET|TOKEN/);
      expect(seen.output).toContain(`HOME=${folder}\n`);
      expect(seen.output).toMatch(/HTTPS_PROXY=http:\/\/127\.0\.0\.1:9\n/);
    } finally {
      process.env = before;
    }
  });

  test('gets values through its standard input: they are in no argument and in no file, and nothing stays behind', () => {
    const trace = join(folder, 'trace');
    const look = `grep -rl hunter2 "$HOME" >>${trace}; ls -ld "$HOME" >>${trace}; find "$HOME/chart" -type f ! -perm 600 >>${trace}`;
    const spy = inItsPlace(`echo "$@" >${trace}; ${look}; exec ${helm} "$@"`);
    const result = render({}, { helm: spy, config: { password: 'hunter2' } });
    expect(objectOf(result, 'Secret', 'web-login')).toMatchObject({ stringData: { password: 'hunter2' } });
    expect(readFileSync(trace, 'utf8')).toMatch(/^template web .* --values - .*\ndrwx------ .*\n$/);
    expect(render({ 'templates/web.yaml': '{{ fail "x" }}' }, { config: { password: 'hunter2' } }).objects).toEqual([]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('boxcutter-helm-') && name.includes(`-${process.pid}-`))).toEqual([]);
  });

  test('may end before it has read all values', () => {
    const values = { web: { image: 'x', labels: { long: 'x'.repeat(1_000_000) } } };
    const reason = expect.stringContaining('it has seen enough');
    expect(lines(render({}, { helm: inItsPlace('echo "Error: it has seen enough" >&2; exit 1'), config: values }))).toEqual([reason]);
  });

  test('is stopped when it gives too much, or takes too long', () => {
    expect(lines(render({}, { helm: inItsPlace('yes') })))
      .toEqual(['error helm-failed shop: helm was stopped while it rendered chart shop: it gave more than 64 MiB']);
    expect(runHelm({
      helm: inItsPlace('exec sleep 60'),
      args: [],
      home: folder,
      timeoutSeconds: 0.05,
    })).toEqual({ type: 'stopped', why: 'it took longer than 0.05 seconds' });
  });

  test('the caller may go on meanwhile: the objects are the same, and nothing stays behind', async () => {
    const options = { installNamespace: 'shop-system', certificates: 'none', releaseName: 'web', helm } as const;
    const apart = renderBundleApart(chart({}), options);
    let isOver = false;
    void apart.then(() => { isOver = true; });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    expect((await apart).objects).toEqual(render().objects);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('boxcutter-helm-') && name.includes(`-${process.pid}-`))).toEqual([]);
  });

  test('it is stopped then, too', async () => {
    const call = { args: [], home: folder };
    expect(await runHelmApart({ ...call, helm: inItsPlace('exec sleep 60'), timeoutSeconds: 0.05 }))
      .toEqual({ type: 'stopped', why: 'it took longer than 0.05 seconds' });
    expect(await runHelmApart({ ...call, helm: inItsPlace('exec yes') })).toEqual({ type: 'stopped', why: 'it gave more than 64 MiB' });
    expect(await runHelmApart({ ...call, helm: inItsPlace('echo enough >&2; exit 1'), input: 'x'.repeat(1_000_000) }))
      .toEqual({ type: 'failed', messages: 'enough\n' });
    await expect(runHelmApart({ ...call, helm: join(folder, 'nowhere') })).rejects.toMatchObject({ code: 'helm-missing' });
  });

  // Other systems have no limit of address space.
  (process.platform === 'linux' ? test : test.skip)('gets no more memory than a machine can spare, whatever a template asks for', () => {
    const result = render({ 'templates/facts.yaml': '{{ range until 900000000 }}{{ end }}' });
    expect(lines(result)).toEqual(['error helm-failed shop: helm was stopped while it rendered chart shop: it needed more than 2 GiB of memory']);
  });
});
