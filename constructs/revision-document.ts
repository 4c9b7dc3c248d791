/** The documents that a revision is synthesised as. */
import { ApiObject, type ApiObjectProps } from 'cdk8s';
import type { Construct } from 'constructs';
import type { KubeObject } from '../lib/api';

/**
 * One compiled document, in the place where cdk8s expects objects. It is given out as compiled: cdk8s' own way to JSON
 * would drop nulls and replace values.
 */
export class RevisionDocument extends ApiObject {
  constructor(
    scope: Construct,
    private readonly document: KubeObject,
    private readonly onSynthesis: () => void,
  ) {
    super(scope, `${document.kind}.${document.metadata.name}`, {
      apiVersion: document.apiVersion,
      kind: document.kind,
      // Some file layouts are named after the construct's metadata instead of the document's.
      metadata: document.metadata as NonNullable<ApiObjectProps['metadata']>,
    });
  }

  override toJson(): unknown {
    this.onSynthesis();
    return JSON.parse(JSON.stringify(this.document));
  }
}
