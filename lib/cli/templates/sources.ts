export function mainSource(name: string, typeName: string): string {
  return `import { App } from 'cdk8s';
import { ${typeName} } from './${name}';

const app = new App();

new ${typeName}().revision(app, '${name}', {
  version: '0.1.0',
  namespace: '${name}',
  config: { replicas: 2 },
});

app.synth();
`;
}

export function packageSource(name: string, typeName: string): string {
  return `import { type ConfigOf, Package, type Revision } from 'cdk8s-boxcutter';
import * as kplus from 'cdk8s-plus-28';

/** What a user of the package may configure. A key with a default may be left out; \`required: ['key']\` makes a key mandatory. */
const schema = {
  type: 'object',
  properties: {
    // A container that does nothing: put the image of your operator here.
    image: { type: 'string', minLength: 1, default: 'registry.k8s.io/pause:3.10' },
    replicas: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
    logLevel: { type: 'string', enum: ['debug', 'info', 'warn'], default: 'info' },
  },
  additionalProperties: false,
} as const;

export class ${typeName} extends Package<typeof schema> {
  readonly packageName = '${name}';
  readonly configSchema = schema;

  /** Declares the objects. Phases and order follow from their kinds. */
  build(scope: Revision, config: ConfigOf<typeof schema>): void {
    if (scope.namespace !== undefined) new kplus.Namespace(scope, 'namespace', { metadata: { name: scope.namespace } });

    const account = new kplus.ServiceAccount(scope, 'account', { automountToken: true });
    const role = new kplus.Role(scope, 'role');
    role.allowRead(kplus.ApiResource.CONFIG_MAPS);
    role.bind(account);

    const settings = new kplus.ConfigMap(scope, 'settings', { data: { LOG_LEVEL: config.logLevel } });

    new kplus.Deployment(scope, 'operator', {
      replicas: config.replicas,
      serviceAccount: account,
      containers: [
        {
          image: config.image,
          envFrom: [kplus.Env.fromConfigMap(settings)],
          resources: { cpu: { request: kplus.Cpu.millis(10) } },
        },
      ],
    });
  }
}
`;
}

export function testSource(name: string, typeName: string): string {
  return `import { Testing } from 'cdk8s';
import { ${typeName} } from './${name}';

test('what the revision consists of', () => {
  const revision = new ${typeName}().revision(Testing.app(), '${name}', { version: '0.1.0', namespace: '${name}' });
  expect(Testing.synth(revision)).toMatchSnapshot();
});

test('a configuration that does not fit is refused', () => {
  const revision = new ${typeName}().revision(Testing.app(), '${name}', { version: '0.1.0', config: { replicas: 11 } });
  expect(() => Testing.synth(revision)).toThrow('replicas');
});
`;
}
