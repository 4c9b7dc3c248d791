/** The controller of CompatibilityRequirements: each is compared with the live definition that it names, and says what it found. */
import type { KubeObject } from '../../../api';
import { messageOf } from '../../../errors';
import { measureQueue, ResourceCache, turnMetrics, TurnQueue, writeStatus, type Controller, type ControllerContext } from '../../process';
import { REQUIREMENT_KIND } from '../names';
import { BINDING_KIND, keepPolicies, POLICY_KIND } from './admission/keep';
import { policyName } from './admission/policy';
import { readRequirement, requirementStatus, type Policies, type Read, type Requirement } from './decide';

const NAME = 'compatibility-requirement';
const DEFINITIONS = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' } as const;

export function requirementController(): Controller {
  let running: Running | undefined;
  let stopped = false;
  return {
    name: NAME,
    start: async (context) => {
      if (stopped) return;
      running = new Running(context);
      await running.synced();
    },
    stop: async (graceMs = 0) => {
      stopped = true;
      await running?.stop(graceMs);
    },
    ready: () => running?.ready === true && !stopped,
  };
}

class Running {
  ready = false;
  private readonly requirements: ResourceCache<Requirement>;
  private readonly definitions: ResourceCache<KubeObject>;
  private readonly policies: ResourceCache<KubeObject>;
  private readonly bindings: ResourceCache<KubeObject>;
  private readonly queue: TurnQueue;
  /** What requirements say, as long as they say the same. */
  private readonly read = new Map<string, { readonly generation: unknown; readonly uid: string | undefined; readonly read: Read }>();

  constructor(private readonly context: ControllerContext) {
    const { cluster, clock, config, log, metrics } = context;
    const onTrouble = (problem: unknown): void => log.warn({ problem }, 'the stream of requirements or definitions has trouble');
    this.requirements = new ResourceCache<Requirement>(cluster, REQUIREMENT_KIND, {
      onTrouble,
      index: {
        crd: (object) => [this.nameOf(object)].filter((name) => name !== ''),
        policy: ({ metadata: { name = '' } }) => [policyName(name)],
      },
    });
    this.definitions = new ResourceCache<KubeObject>(cluster, DEFINITIONS, { onTrouble });
    this.policies = new ResourceCache<KubeObject>(cluster, POLICY_KIND, { onTrouble });
    this.bindings = new ResourceCache<KubeObject>(cluster, BINDING_KIND, { onTrouble });
    this.queue = new TurnQueue({
      places: config.concurrency, clock, perform: (name) => this.turn(name), observer: turnMetrics(metrics, NAME),
      onError: (requirement, error, { failures, againInMs }) => {
        log.warn({ requirement, err: error, failures, againInMs }, `a turn failed: ${messageOf(error)}`);
      },
    });
    measureQueue(metrics, NAME, this.queue);
  }

  async synced(): Promise<void> {
    await Promise.all([this.requirements, this.definitions, this.policies, this.bindings].map(({ synced }) => synced));
    this.requirements.on({
      changed: ({ metadata: { name = '' } }) => this.queue.add(name),
      removed: ({ metadata: { name = '' } }) => {
        this.read.delete(name);
        this.queue.forget(name);
      },
    });
    const wake = ({ metadata: { name: crd = '' } }: KubeObject): void => {
      for (const { metadata: { name = '' } } of this.requirements.by('crd', crd)) this.queue.add(name);
    };
    this.definitions.on({ changed: wake, removed: wake });
    // Another client that changes or removes a policy does not switch it off; and one that was in the way may go.
    const wakeNamed = ({ metadata: { name: policy = '' } }: KubeObject): void => {
      for (const { metadata: { name = '' } } of this.requirements.by('policy', policy)) this.queue.add(name);
    };
    for (const cache of [this.policies, this.bindings]) cache.on({ changed: wakeNamed, removed: wakeNamed });
    this.ready = true;
  }

  async stop(graceMs: number): Promise<void> {
    this.ready = false;
    await this.queue.drain(graceMs);
    for (const cache of [this.requirements, this.definitions, this.policies, this.bindings]) cache.close();
  }

  private async turn(name: string): Promise<void> {
    const requirement = this.requirements.get(name);
    if (requirement === undefined || requirement.metadata.deletionTimestamp !== undefined) return;
    const read = this.readOf(requirement);
    const live = read.type === 'read' ? this.definitions.get(read.name) : undefined;
    const { clock } = this.context;
    const cluster = this.context.cluster.lane(NAME);
    let failure: Error | undefined;
    const policies = await keepPolicies(requirement, read, { cluster, policies: this.policies, bindings: this.bindings })
      .catch((error: unknown): Policies => {
        failure = error instanceof Error ? error : new Error(messageOf(error));
        return { type: 'failed', message: messageOf(error) };
      });
    const written = await writeStatus<Requirement>(
      cluster, requirement, (now) => requirementStatus(now, read, { live, policies, now: clock.now() }),
    );
    if (written.type === 'written') this.requirements.note(written.object);
    if (failure !== undefined) throw failure;
  }

  private nameOf(requirement: Requirement): string {
    const read = this.readOf(requirement);
    return read.type === 'read' ? read.name : '';
  }

  private readOf(requirement: Requirement): Read {
    const { name = '', uid, generation } = requirement.metadata as Requirement['metadata'] & { readonly generation?: number };
    const known = this.read.get(name);
    if (known !== undefined && known.uid === uid && known.generation === generation) return known.read;
    const read = readRequirement(requirement);
    this.read.set(name, { uid, generation, read });
    return read;
  }
}
