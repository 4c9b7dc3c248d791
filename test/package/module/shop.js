/** A package that travels, in a module of its own. */
import { ApiObject } from 'cdk8s';
import { Package } from 'cdk8s-boxcutter';

export class Shop extends Package {
  packageName = 'shop';
  configSchema = { type: 'object', properties: { level: { type: 'string', default: 'info' } }, additionalProperties: false };

  build(scope, { level }) {
    new ApiObject(scope, 'settings', { apiVersion: 'v1', kind: 'ConfigMap', data: { level } });
  }
}
