import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';

/** The document in the place where cdk8s expects objects; its own way to JSON would drop nulls and replace values. */
export class BundleDocumentObject extends ApiObject {
  constructor(scope: Construct, id: string, private readonly document: () => object) {
    super(scope, id, { apiVersion: 'olm.operatorframework.io/v1', kind: 'BundleFiles', metadata: { name: scope.node.id } });
  }

  override toJson(): unknown {
    return JSON.parse(JSON.stringify(this.document()));
  }
}
