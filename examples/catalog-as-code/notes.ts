import { type ConfigOf, Package, type Revision } from 'cdk8s-boxcutter';
import * as kplus from 'cdk8s-plus-28';

const schema = {
  type: 'object',
  properties: { replicas: { type: 'integer', minimum: 1, default: 1 } },
  additionalProperties: false,
} as const;

/** A service that keeps notes. */
export class Notes extends Package<typeof schema> {
  readonly packageName = 'notes';
  readonly configSchema = schema;
  override readonly displayName = 'Notes';
  override readonly description = 'Keeps notes.';
  override readonly minKubeVersion = '1.30.0';

  build(scope: Revision, { replicas }: ConfigOf<typeof schema>): void {
    new kplus.Deployment(scope, 'web', {
      replicas,
      containers: [{ image: `registry.example/notes:${scope.version}`, portNumber: 8080 }],
    });
  }
}
