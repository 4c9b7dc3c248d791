/** Sends one request of the core to the cluster. */
import type { KubeObject, ObjectRef } from '../../api';
import type { ObjectRequest } from '../core';
import { besideExcluded, claimOf, withoutExcluded } from '../fields';
import type { Answer, Precondition } from '../ports';
import { wholeFields, withChangedMembers } from './changed-members';
import { honoursCreateOnly } from './create-only';
import type { RunOptions } from './options';
import {
  createBody, detachBody, mergeBody, nudgeBody, propagationOf, releaseBody, trialBody, updateBody,
} from './request-bodies';

export class Sender {
  private readonly refs: ReadonlyMap<string, ObjectRef>;
  /** Does the server know what "create only" is? Asked before the first create, once. */
  private createOnly: Promise<boolean> | undefined;

  /**
   * @param live content of an object as it was last seen, where it was kept (see `Ingest`)
   * @param witness an object that surely exists; undefined: none is known
   */
  constructor(
    private readonly options: RunOptions,
    private readonly live: (key: string) => KubeObject | undefined,
    private readonly witness: () => ObjectRef | undefined,
  ) {
    this.refs = new Map([...options.task.items, ...options.task.removals].map(({ key, ref }) => [key, ref]));
  }

  ref(key: string): ObjectRef {
    return known(this.refs.get(key), key);
  }

  async send(key: string, request: ObjectRequest): Promise<Answer> {
    const { cluster, context, labels } = this.options;
    const { fieldManager } = context;
    const ref = this.ref(key);
    const live = this.live(key);
    switch (request.type) {
      case 'read':
        return cluster.get(ref);
      case 'replace':
        return cluster.delete(ref, { ...request.on, propagation: propagationOf(ref) });
      case 'delete':
        return cluster.delete(ref, { uid: request.on.uid, resourceVersion: request.on.resourceVersion });
      case 'detach':
        return cluster.patch(ref, detachBody(request.on), fieldManager);
      case 'release':
        return this.release(ref, releaseBody(request.on, known(live, key), context, labels), known(live, key));
      case 'nudge':
        return cluster.patch(ref, nudgeBody(request.on, live), fieldManager);
      case 'merge':
        return cluster.patch(ref, mergeBody(request.on, known(live, key), this.desired(key), context), fieldManager);
      case 'create':
        return this.create(this.desired(key));
      case 'update':
        return this.update(key, request.on, request.takeover, false);
      case 'trial':
        return cluster.apply(trialBody(this.desired(key)), { fieldManager, force: true, dryRun: true });
      case 'dry-run':
        if (request.on === undefined) return this.createDry(this.desired(key));
        return this.update(key, request.on, request.takeover, true);
    }
  }

  private async update(key: string, on: Precondition, takeover: boolean, dryRun: boolean): Promise<Answer> {
    const { cluster, context, context: { fieldManager }, task: { revision } } = this.options;
    const [desired, live] = [this.desired(key), this.live(key)];
    const body = updateBody(on, takeover, { desired, live, context, revision });
    // What is in its way is not ours yet, so the rest is asked about.
    const isBeside = dryRun && live !== undefined && claimOf(body, live, fieldManager) !== undefined;
    const sent = isBeside ? besideExcluded(body, live, fieldManager) : body;
    const answer = await cluster.apply(sent, { fieldManager, force: true, ...(dryRun ? { dryRun } : {}) });
    if (isBeside && answer.type === 'object') return { ...answer, object: withoutExcluded(answer.object, body, live, fieldManager) };
    return answer.type === 'refused' && wholeFields(answer.status).length > 0 ? this.told(key, answer) : answer;
  }

  /** What is refused as a whole is looked at, so that it can be said which field it was. */
  private async told(key: string, answer: Extract<Answer, { type: 'refused' }>): Promise<Answer> {
    const kept = this.live(key);
    const read = kept === undefined ? await this.options.cluster.get(this.ref(key)) : undefined;
    const live = read?.type === 'object' ? read.object : kept;
    return live === undefined ? answer : { ...answer, status: withChangedMembers(answer.status, this.desired(key), live) };
  }

  /** In the name of the next manager, where there is one: what the patch changes is noted as its own. */
  private release(ref: ObjectRef, patch: ReturnType<typeof releaseBody>, live: KubeObject): Promise<Answer> {
    const { cluster, context } = this.options;
    return cluster.patch(ref, patch, context.handBack?.(live)?.fieldManager ?? context.fieldManager);
  }

  private async create(desired: KubeObject): Promise<Answer> {
    const { cluster, context: { fieldManager } } = this.options;
    const viaPost = (await this.refusesExisting()) ? undefined : cluster.create?.(desired, { fieldManager });
    return viaPost ?? cluster.apply(createBody(desired), { fieldManager, force: true });
  }

  /** The question about the server goes beside the dry run: only for odd servers the dry run is asked again, as it will be created. */
  private async createDry(desired: KubeObject): Promise<Answer> {
    const { cluster, context: { fieldManager } } = this.options;
    const asked = cluster.apply(createBody(desired), { fieldManager, force: true, dryRun: true });
    const [answer, refuses] = await Promise.all([asked, this.refusesExisting()]);
    return (refuses ? undefined : cluster.create?.(desired, { fieldManager, dryRun: true })) ?? answer;
  }

  private refusesExisting(): Promise<boolean> {
    const { cluster, context: { owner, fieldManager }, task } = this.options;
    this.createOnly ??= honoursCreateOnly(cluster, task.dryRun ? undefined : (owner ?? this.witness()), fieldManager);
    return this.createOnly;
  }

  private desired(key: string): KubeObject {
    return known(this.options.desired.get(key), key);
  }
}

/** The core asks for nothing whose parts are not there: a fault of ours ends the run. */
function known<Value>(value: Value | undefined, key: string): Value {
  if (value === undefined) throw new Error(`A request was made for ${key}, of which nothing is known.`);
  return value;
}
