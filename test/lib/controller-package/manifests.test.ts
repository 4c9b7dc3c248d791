/** What installs the controllers: objects that a server takes, with rights that have a reason each. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asObject, type KubeObject } from '../../../lib/api';
import { controllerDockerfile, controllerObjects } from '../../../lib/controller-package';
import { CLUSTER_RULES, NAMESPACE_RULES } from '../../../lib/controller-package/objects/rbac';
import { readConfig } from '../../../lib/controllers';
import { packageVersion } from '../../../lib/version';

const image = 'registry.test/boxcutter:1.0.0';
const named = (objects: readonly KubeObject[], kind: string, name = 'boxcutter-controller'): KubeObject => {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
};

test('the objects in the order in which they are applied', () => {
  expect(controllerObjects({ config: { image } }).map(({ kind, metadata: { namespace, name } }) => [kind, namespace, name].filter((part) => part !== undefined).join(' ')))
    .toMatchSnapshot();
});

test('the same configuration gives the same objects; another one makes the replicas begin anew', () => {
  const template = (objects: readonly KubeObject[]): unknown => (named(objects, 'Deployment')['spec'] as { template: { metadata: unknown } }).template.metadata;
  const objects = controllerObjects({ config: { image } });
  expect(controllerObjects({ config: { image } })).toEqual(objects);
  expect(template(controllerObjects({ config: { image, logLevel: 'debug' } }))).not.toEqual(template(objects));
});

test('the pods keep to the restricted profile of pod security, and their namespace asks for it', () => {
  const objects = controllerObjects({ config: { image } });
  expect(named(objects, 'Namespace', 'olmv1-system').metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
  const { spec } = (named(objects, 'Deployment')['spec'] as { template: { spec: { securityContext: unknown; containers: { securityContext: unknown }[] } } }).template;
  expect(spec.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  expect(spec.containers.map(({ securityContext }) => securityContext)).toEqual([
    { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
  ]);
});

describe('the helm program: it renders charts, and installs while BoxcutterRuntime is off', () => {
  const podOf = (config: object) => {
    const objects = controllerObjects({ config: { image, ...config } });
    const { template: { spec } } = named(objects, 'Deployment')['spec'] as { template: { spec: {
      initContainers?: readonly object[];
      volumes: readonly { name: string }[];
      containers: readonly { env: readonly { name: string; value: string }[]; volumeMounts: readonly { name: string; mountPath: string }[] }[];
    } } };
    const { data } = named(objects, 'ConfigMap') as unknown as { data: Record<string, string> };
    const program = /program: (.*)/.exec(data['controller.yaml'] ?? '')?.[1];
    expect(spec.containers[0]?.env.find(({ name }) => name === 'HELM')?.value).toBe(program);
    return { initContainers: undefined, ...spec, program };
  };

  test('there is none unless it is asked for', () => {
    expect(podOf({})).toMatchObject({ program: undefined, initContainers: undefined });
  });

  test('in the image itself', () => {
    expect(podOf({ helm: '/usr/local/bin/helm' })).toMatchObject({ program: '/usr/local/bin/helm', initContainers: undefined });
  });

  test.each([['/usr/bin/helm', {}], ['/helm', { helm: '/helm' }]])('copied out of another image, where it is %s, within the restricted profile', (path, more) => {
    const { program, initContainers, volumes, containers: [controller] } = podOf({ helmImage: 'registry.test/helm:4', ...more });
    expect(initContainers).toMatchObject([{
      image: 'registry.test/helm:4', command: ['cp', path, program],
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    }]);
    expect(volumes).toContainEqual({ name: 'helm', emptyDir: {} });
    const mount = controller?.volumeMounts.find(({ name }) => name === 'helm');
    expect(program).toBe(`${mount?.mountPath ?? ''}/helm`);
  });
});

describe('the configuration that the process reads', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'controller-package-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ['as it is by default', {}, {
      metrics: { address: { host: '0.0.0.0', port: 8080 }, authorize: false },
      catalogs: { address: { host: '0.0.0.0', port: 8443 }, url: 'http://boxcutter-catalogs.here.svc', directory: '/home/boxcutter/catalogs' },
    }],
    ['with everything', { watchSelector: 'shard=a', targetSecret: 'shop', logLevel: 'warn', metricsCertificate: 'tls', featureGates: { BoxcutterRuntime: false } }, {
      watchSelector: 'shard=a', target: { secret: { name: 'shop' } }, log: { level: 'warn' }, featureGates: { BoxcutterRuntime: false },
      metrics: { authorize: true, tls: { cert: '/etc/boxcutter-tls/tls.crt', key: '/etc/boxcutter-tls/tls.key' } },
    }],
  ] as const)('%s', (_how, config, read) => {
    const file = join(folder, 'controller.yaml');
    const { data } = named(controllerObjects({ namespace: 'here', config: { image, ...config } }), 'ConfigMap') as unknown as { data: Record<string, string> };
    writeFileSync(file, data['controller.yaml'] ?? '');
    expect(readConfig(file)).toMatchObject({ namespace: 'here', health: { host: '0.0.0.0', port: 8081 }, ...read });
  });
});

test('what each right is for is said, and none is a wildcard', () => {
  for (const { why, rule } of [...CLUSTER_RULES, ...NAMESPACE_RULES]) {
    expect(why).not.toBe('');
    expect(JSON.stringify(rule)).not.toContain('*');
  }
});

test('without cluster-admin nothing binds it; rights for reviews come with TLS alone', () => {
  const bindings = (config: object): unknown[] => controllerObjects({ config: { image, ...config } })
    .filter(({ kind }) => kind === 'ClusterRoleBinding').map((binding) => asObject(binding['roleRef'])?.['name']);
  expect(bindings({})).toContain('cluster-admin');
  expect(bindings({ clusterAdmin: false })).toEqual(['boxcutter-controller', 'boxcutter-controller-extensions']);
  const rules = (config: object): string => JSON.stringify(named(controllerObjects({ config: { image, ...config } }), 'ClusterRole'));
  expect([rules({}).includes('tokenreviews'), rules({ metricsCertificate: 'tls' }).includes('tokenreviews')]).toEqual([false, true]);
});

test('a configuration that does not fit is refused', () => {
  expect(() => controllerObjects({ config: { image, replicas: 0 } })).toThrow(expect.objectContaining({ code: 'controller-config' }) as Error);
});

test('the image has this version of the command, no root, and no shell to start', () => {
  const text = controllerDockerfile();
  expect(text).toContain(`cdk8s-boxcutter@${packageVersion()}`);
  expect(text).toContain('USER 65532:65532');
  expect(text).toContain('ENTRYPOINT ["boxcutter"]');
  expect(text).not.toContain('apt-get');
});

test('with the provisioners the image has git, put there before it is not root any more', () => {
  const text = controllerDockerfile({ enable: ['provisioners'] });
  expect(text).toMatch(/^RUN apt-get update && apt-get install .*\bgit\b[^]*^USER 65532:65532$/m);
  expect(controllerDockerfile({ enable: ['cluster-api'] })).not.toContain('apt-get');
});
