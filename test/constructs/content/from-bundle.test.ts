/** Bundles in the DSL: every format becomes constructs, and what the constructs say beside it counts. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ApiObject, type App, Chart, JsonPatch, Testing, YamlOutputType } from 'cdk8s';
import { create } from 'tar';
import { BundleContent, type BundleRevision, type BundleRevisionProps, Phase, Probe, Revision } from '../../../constructs';
import type { RevisionManifest } from '../../../lib/api';
import { type BundleFiles, bundleFilesOf, readBundle, renderBundle } from '../../../lib/formats';
import { storeBundle, writeLock } from '../../../lib/formats/project';
import { isBoxcutterError } from '../../../lib/errors';
import { compile } from '../../../lib/revision';
import { CSV_FILE, type Draft, deployment, files as sampleFiles, serviceVersion } from '../../lib/formats/sample';
import { BUILD_TIMEOUT, helmProgram } from '../../lib/formats/helm/helm';
import { manifestOf, phasesOf, synthesised } from '../synthesis';

let folder: string;
let warnings: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-from-bundle-'));
  warnings = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    warnings.push(String(text));
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const WEBHOOK = {
  type: 'ValidatingAdmissionWebhook',
  generateName: 'check.web.example',
  deploymentName: 'web',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  failurePolicy: 'Fail',
  webhookPath: '/check',
  rules: [{ apiGroups: ['web.example'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['sites'] }],
};
const ALL_MODES = ['AllNamespaces', 'OwnNamespace', 'SingleNamespace'].map((type) => ({ type, supported: true }));

function csv(spec: Parameters<typeof serviceVersion>[0] = {}): Draft {
  return { [CSV_FILE]: JSON.stringify(serviceVersion({ installModes: ALL_MODES, ...spec })) };
}

function bundle(changes: Draft = csv()): BundleFiles {
  return bundleFilesOf('web-bundle', entriesOf(sampleFiles(changes)));
}

function entriesOf(draft: Draft): [string, string][] {
  return Object.entries(draft).flatMap(([path, text]): [string, string][] => (text === undefined ? [] : [[path, text]]));
}

function onDisk(name: string, draft: Draft): string {
  for (const [path, text] of entriesOf(draft)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return join(folder, name);
}

function revisionOf(props: Partial<BundleRevisionProps> = {}): BundleRevision {
  return Revision.fromBundle(Testing.app(), 'web', { bundle: bundle(), namespace: 'web-system', ...props });
}

/** What `boxcutter apply` and `boxcutter bundle render` make of the same bundle. */
function compiledDirectly(given: BundleFiles, config?: object) {
  const { bundle: read } = readBundle(given);
  if (read === undefined) throw new Error('the bundle cannot be read');
  const { objects } = renderBundle(read, { installNamespace: 'web-system', certificates: 'cert-manager', config });
  const { packageName, version = '', name } = read;
  return compile({ extension: 'web', namespace: 'web-system', packageName, version, bundleName: name, objects }).compiled;
}

describe('what comes out', () => {
  test('is what the bundle compiles to without the DSL', () => {
    const { compiled } = revisionOf().compiled;
    expect(compiled?.resolved.digest).toBe(compiledDirectly(bundle())?.resolved.digest);
    expect(compiled?.manifest).toEqual(compiledDirectly(bundle())?.manifest);
  });

  test('names package, version and bundle as the bundle does', () => {
    const revision = revisionOf();
    expect(revision).toBeInstanceOf(Revision);
    expect([revision.packageName, revision.version, revision.bundle.bundleName, revision.bundle.format]).toEqual(['web', '1.2.3', 'web.v1.2.3', 'registry+v1']);
    expect(manifestOf(revision).metadata.annotations).toEqual({
      'olm.operatorframework.io/bundle-name': 'web.v1.2.3',
      'olm.operatorframework.io/bundle-version': '1.2.3',
      'olm.operatorframework.io/package-name': 'web',
    });
  });

  test.each(Object.values(YamlOutputType).filter((type) => typeof type === 'number'))('is the same at every run, for YAML output type %s', (type) => {
    const declare = (app: App) => void Revision.fromBundle(app, 'web', { bundle: onDisk('web', sampleFiles(csv())), namespace: 'web-system' });
    const [first, second] = [synthesised(type, declare), synthesised(type, declare)];
    expect(first).toEqual(second);
    expect(first.map(({ object }) => object.kind)).toEqual(['ClusterExtensionRevision']);
    expect((first[0]?.object as unknown as RevisionManifest).spec).toEqual(compiledDirectly(bundle())?.manifest.spec);
  });

  test('follows the configuration', () => {
    const template = (config: object) => {
      const { bundle: { apiObjects } } = revisionOf({ config: config as never });
      return (apiObjects.find(({ kind }) => kind === 'Deployment')?.toJson() as { spec: { template: { metadata: unknown; spec: unknown } } }).spec.template;
    };
    expect(template({ watchNamespace: 'shop' })).toMatchObject({ metadata: { annotations: { 'olm.targetNamespaces': 'shop' } } });
    expect(template({ deploymentConfig: { nodeSelector: { disk: 'fast' } } })).toMatchObject({ spec: { nodeSelector: { disk: 'fast' } } });
  });

  test('a configuration of a type of its own is checked by the compiler', () => {
    interface WebConfig { readonly watchNamespace?: string }
    const revision = Revision.fromBundle<WebConfig>(Testing.app(), 'web', { bundle: bundle(), namespace: 'web-system', config: { watchNamespace: 'shop' } });
    expect(revision.findings).toEqual([]);
    // @ts-expect-error -- this is what the type is for
    const wrong = Revision.fromBundle<WebConfig>(Testing.app(), 'web', { bundle: bundle(), namespace: 'web-system', config: { watchNamspace: 'shop' } });
    expect(wrong.findings.map(({ code }) => code)).toEqual(['invalid-config']);
  });
});

describe('objects of a bundle are constructs', () => {
  test('they are patched, labelled, removed, and joined by others', () => {
    const revision = revisionOf({ bundle: bundle({ ...csv(), 'manifests/extra.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: extra }\n' }) });
    const web = revision.bundle.get('Deployment', 'web');
    web.addJsonPatch(JsonPatch.add('/spec/replicas', 3));
    web.metadata.addLabel('team', 'shop');
    revision.bundle.remove('ConfigMap', 'extra');
    new ApiObject(revision, 'more', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'more' }, data: { a: 'b' } });
    const objects = revision.compiled.compiled?.resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object)) ?? [];
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`)).toEqual([
      'ConfigMap web-system/more', 'CustomResourceDefinition /sites.web.example', 'Deployment web-system/web',
    ]);
    expect(objects[2]).toMatchObject({ metadata: { labels: { team: 'shop' } }, spec: { replicas: 3 } });
    expect(() => revision.bundle.get('ConfigMap', 'extra')).toThrow(expect.objectContaining({ code: 'no-such-object' }));
  });

  test('they are put into phases, ordered and probed', () => {
    const revision = revisionOf({ bundle: bundle(csv({ install: { strategy: 'deployment', spec: { deployments: [deployment('web'), deployment('cache')] } } })) });
    const [web, cache] = [revision.bundle.get('Deployment', 'web'), revision.bundle.get('Deployment', 'cache')];
    revision.order(cache, web);
    revision.probe(web, Probe.condition('Available'));
    const site = new ApiObject(revision, 'site', { apiVersion: 'web.example/v1', kind: 'Site', metadata: { name: 'first' } });
    new Phase(revision, 'sites').add(site);
    expect(phasesOf(revision).map(([, names]) => names)).toEqual([['sites.web.example'], ['cache'], ['web'], ['first']]);
    expect(manifestOf(revision).spec.progressionProbes).toMatchObject([{ selector: { object: { kind: 'Deployment', name: 'web', namespace: 'web-system' } } }]);
  });

  test('in a revision of one\'s own they go where they are told, and other objects elsewhere', () => {
    const revision = new Revision(Testing.app(), 'both', { namespace: 'elsewhere' });
    const content = new BundleContent(revision, 'web', { bundle: bundle(), namespace: 'web-system' });
    new ApiObject(revision, 'more', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'more' } });
    expect(content.configSchema).toMatchObject({ properties: { watchNamespace: {} } });
    const objects = revision.compiled.compiled?.resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object)) ?? [];
    expect(objects.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`)).toEqual(['elsewhere/more', '/sites.web.example', 'web-system/web']);
    expect(() => new BundleContent(new Revision(Testing.app(), 'none'), 'web', { bundle: bundle() })).toThrow(expect.objectContaining({ code: 'bundle-namespace' }));
  });

  test('in an ordinary chart they are given out as they are rendered', () => {
    const chart = new Chart(Testing.app(), 'chart', { namespace: 'elsewhere' });
    new BundleContent(chart, 'web', { bundle: bundle(), namespace: 'web-system' });
    const objects = Testing.synth(chart) as { kind: string; metadata: { namespace?: string } }[];
    expect(objects.map(({ kind, metadata }) => [kind, metadata.namespace])).toEqual([['CustomResourceDefinition', undefined], ['Deployment', 'web-system']]);
  });
});

describe('where a bundle comes from', () => {
  const PLAIN: Draft = {
    'manifests/all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n---\napiVersion: v1\nkind: Namespace\nmetadata: { name: more }\n',
  };

  test('a folder, and the same folder packed, give the same', () => {
    const directory = onDisk('web', sampleFiles(csv()));
    create({ file: `${directory}.tgz`, cwd: folder, sync: true, gzip: true }, ['web']);
    const [unpacked, packed] = [directory, `${directory}.tgz`].map((path) => revisionOf({ bundle: path }).compiled.compiled?.manifest);
    expect(packed).toEqual(unpacked);
    expect(unpacked?.spec).toEqual(compiledDirectly(bundle())?.manifest.spec);
  });

  test('plain manifests: objects that name no namespace go to that of the bundle', () => {
    const revision = revisionOf({ bundle: onDisk('settings', PLAIN) });
    expect([revision.bundle.format, revision.packageName, revision.version]).toEqual(['plain+v0', 'settings', undefined]);
    expect(revision.bundle.get('ConfigMap', 'settings').toJson()).toMatchObject({ metadata: { namespace: 'web-system' } });
    expect(phasesOf(revision).map(([, names]) => names)).toEqual([['more'], ['settings']]);
  });

  describe('a chart', () => {
    const CHART: Draft = {
      'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 2.0.1\n',
      'values.yaml': 'colour: red\n',
      'values.schema.json': '{"type":"object","properties":{"colour":{"type":"string"}},"additionalProperties":false}',
      'templates/settings.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: "{{ .Release.Name }}-settings" }\ndata: { colour: "{{ .Values.colour }}" }\n',
      'templates/migrate.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: before, annotations: { helm.sh/hook: pre-install } }\n',
    };
    const helm = process.env['HELM'];
    beforeAll(() => {
      process.env['HELM'] = helmProgram();
    }, BUILD_TIMEOUT);
    afterAll(() => {
      if (helm === undefined) delete process.env['HELM'];
      else process.env['HELM'] = helm;
    });

    test('is rendered for the extension\'s name, with the configuration as its values, and its hooks come in phases', () => {
      const revision = revisionOf({ bundle: onDisk('shop', CHART), config: { colour: 'blue' } });
      expect([revision.bundle.format, revision.packageName, revision.version]).toEqual(['helm', 'shop', '2.0.1']);
      expect(revision.bundle.get('ConfigMap', 'web-settings').toJson()).toMatchObject({ metadata: { namespace: 'web-system' }, data: { colour: 'blue' } });
      expect(phasesOf(revision).map(([, names]) => names)).toEqual([['before'], ['web-settings']]);
    });

    test('templates see the Kubernetes version of the revision, and an upgrade where one is asked for', () => {
      const facts = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: facts }\ndata: { version: "{{ .Capabilities.KubeVersion.Version }}", upgrade: "{{ .Release.IsUpgrade }}" }\n';
      const onUpgrade = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: again, annotations: { helm.sh/hook: pre-upgrade } }\n';
      const bundle = onDisk('shop-facts', { ...CHART, 'templates/facts.yaml': facts, 'templates/again.yaml': onUpgrade });
      const first = revisionOf({ bundle, kubernetesVersion: '1.35' });
      expect(first.bundle.get('ConfigMap', 'facts').toJson()).toMatchObject({ data: { version: 'v1.35.0', upgrade: 'false' } });
      expect(first.bundle.get('ConfigMap', 'before')).toBeDefined();
      const upgrade = revisionOf({ bundle, kubernetesVersion: '1.35', upgrade: true });
      expect(upgrade.bundle.get('ConfigMap', 'facts').toJson()).toMatchObject({ data: { upgrade: 'true' } });
      expect(phasesOf(upgrade).map(([, names]) => names)).toEqual([['again'], ['facts', 'web-settings']]);
      const content = new BundleContent(new Revision(Testing.app(), 'web', { kubernetesVersion: '1.34' }), 'shop', { bundle, namespace: 'web-system' });
      expect(content.get('ConfigMap', 'facts').toJson()).toMatchObject({ data: { version: 'v1.34.0' } });
    });

    test('a value that the chart does not have is a finding', () => {
      expect(revisionOf({ bundle: onDisk('shop', CHART), config: { color: 'blue' } }).findings.map(({ code }) => code)).toEqual(['invalid-config']);
    });
  });

  describe('an image that is pinned', () => {
    const REFERENCE = 'registry.example/team/web:v1';
    const digest = `sha256:${'a'.repeat(64)}`;
    const within = <T>(action: () => T): T => {
      const before = process.cwd();
      process.chdir(folder);
      try {
        return action();
      } finally {
        process.chdir(before);
      }
    };
    const pin = () => {
      const content = storeBundle(folder, bundle());
      writeLock(folder, { bundles: { [REFERENCE]: { digest, format: 'registry+v1', packageName: 'web', version: '1.2.3', content } } });
    };

    test('is read from the project, and named by its digest in the revision', () => {
      pin();
      const revision = within(() => revisionOf({ bundle: `oci://${REFERENCE}` }));
      expect(revision.bundle.reference).toBe(`registry.example/team/web@${digest}`);
      expect(manifestOf(revision).metadata.annotations).toMatchObject({ 'olm.operatorframework.io/bundle-reference': `registry.example/team/web@${digest}` });
      expect(revision.compiled.compiled?.resolved.digest).toBe(revisionOf().compiled.compiled?.resolved.digest);
    });

    test('is an error that names the command, when it is not pinned, not fetched, or changed', () => {
      const error = (): unknown => {
        try {
          return within(() => revisionOf({ bundle: REFERENCE }));
        } catch (thrown) {
          return isBoxcutterError(thrown) ? [thrown.code, thrown.hint] : thrown;
        }
      };
      expect(error()).toEqual(['bundle-not-locked', `Run: boxcutter bundle fetch ${REFERENCE}`]);
      pin();
      writeFileSync(join(folder, '.boxcutter', 'bundles', storeBundle(folder, bundle()).replace(':', '-'), 'more'), '');
      expect(error()).toEqual(['bundle-changed', 'Run: boxcutter bundle fetch']);
      rmSync(join(folder, '.boxcutter'), { recursive: true });
      expect(error()).toEqual(['bundle-not-fetched', 'Run: boxcutter bundle fetch']);
    });
  });

  test('what is neither there nor a reference is said at once', () => {
    expect(() => revisionOf({ bundle: 'bundles/wbe' })).toThrow(expect.objectContaining({ code: 'bundle-not-found' }));
  });
});

describe('mistakes', () => {
  test('in the bundle are reported by the validation, all at once, with file and line; code that goes on is not in the way', () => {
    const broken = bundle({ ...csv({ version: 'v1' }), 'manifests/bad.yaml': 'a: [\n', 'manifests/sites.yaml': undefined });
    const revision = revisionOf({ bundle: broken });
    const web = revision.bundle.get('Deployment', 'web');
    web.addJsonPatch(JsonPatch.replace('/spec/replicas', 3));
    new Phase(revision, 'later').add(web);
    expect(revision.bundle.format).toBeUndefined();
    expect(revision.findings.map(({ code, origin }) => [code, origin])).toEqual([
      ['yaml-syntax', 'web/bundle (manifests/bad.yaml:2)'],
      ['bundle-version', expect.stringContaining(`web/bundle (${CSV_FILE}`)],
    ]);
    expect(() => Testing.synth(revision)).toThrow(/manifests\/bad\.yaml:2[^]*not a semantic version/);
  });

  test('in the configuration are reported with all that is wrong', () => {
    const revision = revisionOf({ config: { watchNamespace: 7, colour: 'red' } });
    revision.bundle.get('Deployment', 'web');
    expect(() => Testing.synth(revision)).toThrow(/web\/bundle \(web-bundle\): invalid bundle configuration: unknown key 'colour'\.[^]*\(web-bundle\): invalid .*watchNamespace/);
  });

  test('a secret in the configuration is in no message', () => {
    const revision = revisionOf({ config: { deploymentConfig: { env: [{ name: 'PASSWORD', value: { hidden: 's3cret' } }] } } });
    expect(revision.findings.map(({ message }) => message).join()).toContain('invalid');
    expect(JSON.stringify(revision.findings)).not.toContain('s3cret');
  });

  test('warnings are said once, however often the revision is synthesised', () => {
    const revision = revisionOf({ bundle: bundle(csv({ minKubeVersion: undefined as never })) });
    Testing.synth(revision);
    Testing.synth(revision);
    expect(warnings).toEqual([expect.stringContaining('minKubeVersion')]);
  });
});

describe('certificates', () => {
  const kinds = (revision: BundleRevision) => revision.bundle.apiObjects.map(({ kind }) => kind);

  test('come from cert-manager when the bundle needs some, and nobody is asked when it does not', () => {
    expect(kinds(revisionOf())).not.toContain('Certificate');
    expect(kinds(revisionOf({ bundle: bundle(csv({ webhookdefinitions: [WEBHOOK] })) }))).toContain('Certificate');
    expect(revisionOf({ certificates: 'none' }).findings).toEqual([]);
  });

  test('nobody, or an unknown person, is a finding', () => {
    const needing = bundle(csv({ webhookdefinitions: [WEBHOOK] }));
    expect(kinds(revisionOf({ bundle: needing, certificates: 'service-ca' }))).not.toContain('Certificate');
    expect(revisionOf({ bundle: needing, certificates: 'none' }).findings.map(({ code }) => code)).toEqual(['certificates-needed']);
    expect(revisionOf({ certificates: 'letsencrypt' as never }).findings.map(({ code }) => code)).toEqual(['unknown-certificates']);
  });
});

test('what a bundle needs of others is a warning at synth, and its objects are there nonetheless', () => {
  const dependencies = JSON.stringify({
    dependencies: [
      { type: 'olm.gvk', value: { group: 'certs.example', version: 'v1', kind: 'Cert' } },
      { type: 'olm.package', value: { packageName: 'certs', version: '>1.0.0' } },
      { type: 'olm.constraint', value: { cel: { rule: 'true' } } },
    ],
  });
  const { findings, compiled } = revisionOf({ bundle: bundle({ ...csv(), 'metadata/dependencies.yaml': dependencies }) });
  expect(findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
    'warning bundle-needs-kinds', 'warning bundle-needs-packages', 'warning bundle-constraint',
  ]);
  expect(findings[0]?.message).toContain('Cert (certs.example/v1)');
  expect(compiled.compiled).toBeDefined();
});
