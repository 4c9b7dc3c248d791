/** The one object of a kind that a cluster may not have, or gets later than this process begins. */
import { type Condition, groupOf, type KubeObject, type ObjectRef } from '../../api';
import type { ObserveScope } from '../../engine/ports';
import { findCondition } from '../conditions';
import type { ResourceCache, ResourceHandler } from '../process';

/** It is watched from when its kind is served. */
export class OptionalObject {
  private readonly definition: ResourceCache<KubeObject>;
  private readonly handlers: ResourceHandler<KubeObject>[] = [];
  private cache: ResourceCache<KubeObject> | undefined;

  /** @param plural of its kind, which the name of a definition begins with */
  constructor(private readonly ref: ObjectRef, plural: string, private readonly watch: (scope: ObserveScope) => ResourceCache<KubeObject>) {
    this.definition = watch({
      apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `${plural}.${groupOf(ref.apiVersion)}`,
    });
    this.definition.on({ changed: (definition) => { if (isEstablished(definition)) this.begin(); } });
  }

  get(): KubeObject | undefined {
    return this.cache?.get(this.ref.name);
  }

  note(object: KubeObject): void {
    this.cache?.note(object);
  }

  on(handler: ResourceHandler<KubeObject>): void {
    this.handlers.push(handler);
    this.cache?.on(handler);
  }

  /** It is known whether there is one. */
  async synced(): Promise<void> {
    await this.definition.synced;
    await this.cache?.synced;
  }

  close(): void {
    this.definition.close();
    this.cache?.close();
  }

  private begin(): void {
    if (this.cache !== undefined) return;
    this.cache = this.watch({ ...this.ref });
    for (const handler of this.handlers) this.cache.on(handler);
  }
}

function isEstablished(definition: KubeObject): boolean {
  const { conditions } = (definition['status'] ?? {}) as { readonly conditions?: readonly Condition[] };
  return findCondition(conditions, 'Established')?.status === 'True';
}
