import { Size } from 'cdk8s';
import { type ConfigOf, Package, type Revision } from 'cdk8s-boxcutter';
import * as kplus from 'cdk8s-plus-28';

/** What a user of the package may configure, said once: the types below follow from it. */
const schema = {
  type: 'object',
  properties: {
    image: { type: 'string', minLength: 1, default: 'example.com/greeter' },
    replicas: { type: 'integer', minimum: 1, maximum: 10, default: 2 },
    logLevel: { type: 'string', enum: ['debug', 'info', 'warn'], default: 'info' },
  },
  additionalProperties: false,
} as const;

/**
 * A small web service with everything that it needs around it.
 *
 * Version 1.1.0 brings a new image (the Deployment changes) and a disruption budget (an object more), and no longer has the
 * page template of 1.0.0 (an object less). All other objects stay as they are.
 */
export class Greeter extends Package<typeof schema> {
  readonly packageName = 'greeter';
  readonly configSchema = schema;
  override readonly displayName = 'Greeter';
  override readonly description = 'Greets everyone who asks.';
  override readonly keywords = ['web', 'example'];
  override readonly channels = ['stable'];
  override readonly minKubeVersion = '1.30.0';

  build(scope: Revision, config: ConfigOf<typeof schema>): void {
    // The casts are for TypeScript's exactOptionalPropertyTypes, which cdk8s-plus does not know of.
    const account = new kplus.ServiceAccount(scope, 'account', { automountToken: true });
    const reader = new kplus.Role(scope, 'reader');
    reader.allowRead(kplus.ApiResource.CONFIG_MAPS);
    reader.bind(account);

    const settings = new kplus.ConfigMap(scope, 'settings', { data: { LOG_LEVEL: config.logLevel } });

    const web = new kplus.Deployment(scope, 'web', {
      replicas: config.replicas,
      serviceAccount: account as kplus.IServiceAccount,
      containers: [
        {
          image: `${config.image}:${scope.version}`,
          portNumber: 8080,
          envFrom: [kplus.Env.fromConfigMap(settings as kplus.IConfigMap)],
          resources: { cpu: { request: kplus.Cpu.millis(50) }, memory: { request: Size.mebibytes(64), limit: Size.mebibytes(64) } },
        },
      ],
    });
    web.exposeViaService({ ports: [{ port: 80, targetPort: 8080 }] });

    if (scope.version === '1.0.0') {
      new kplus.ConfigMap(scope, 'page', { data: { 'index.html': '<h1>Hello</h1>\n' } });
    } else {
      new kplus.k8s.KubePodDisruptionBudget(scope, 'budget', {
        spec: { minAvailable: kplus.k8s.IntOrString.fromNumber(1), selector: { matchLabels: web.matchLabels } },
      });
    }
  }
}
