/** A blob of a catalog in the place where cdk8s expects objects. */
import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import type { JsonObject } from '../../lib/api';

/** What cdk8s asks of everything that it writes; nothing of it is in the document. */
const NOMINAL = { apiVersion: 'v1', kind: 'CatalogBlob' };

export class BlobObject extends ApiObject {
  constructor(scope: Construct, id: string, private readonly blob: () => JsonObject) {
    super(scope, id, NOMINAL);
  }

  /** The blob as it is: cdk8s' own way to JSON would drop nulls and replace values. */
  override toJson(): unknown {
    return JSON.parse(JSON.stringify(this.blob()));
  }
}
