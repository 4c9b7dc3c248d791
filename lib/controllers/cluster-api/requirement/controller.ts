/**
 * The controller of CompatibilityRequirements: each is compared with the live definition that it names, and says what it found. Every
 * replica answers the server that asks about objects; the leader keeps policies, webhooks and certificates.
 */
import type { KubeObject } from '../../../api';
import { messageOf } from '../../../errors';
import {
  measureQueue, ResourceCache, type TurnEnd, turnMetrics, TurnQueue, writeStatus, type Controller, type ControllerContext,
} from '../../process';
import {
  BINDING_KIND, keepDeletionPolicy, keepPolicies, POLICY_KIND, type PolicyPlace, tidyDeletionPolicies,
} from './admission/keep';
import { isOwnedByRequirements } from './admission/keep-object';
import { isPolicyFor, type Kept, policyName } from './admission/policy';
import { authoritiesOf } from './certificates/decide';
import { keepCertificates } from './certificates/keep';
import { requirementStatus, type Policies, type Read, type Requirement } from './decide';
import { keepWebhook, isLeftWebhook, WEBHOOK_KIND, webhookOf } from './objects/webhook';
import { removeLeft } from './remove-left';
import { Replica } from './replica';

const NAME = 'compatibility-requirement';
const DEFINITIONS = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' } as const;
/** No requirement has such a name. */
const CERTIFICATES_KEY = '/certificates';
const DAY_MS = 24 * 3_600_000;

export interface RequirementControllerOptions {
  /** Labels of the requirements that it looks after, as a selector. @default all */
  readonly selector?: string;
  /** How long a certificate is valid; it is renewed after two thirds of that. @default 90 days */
  readonly certificateLifeMs?: number;
  /** How long servers take to notice that webhooks trust a further authority, at most. @default a minute */
  readonly settleMs?: number;
}

export function requirementController(options: RequirementControllerOptions = {}): Controller {
  let replica: Replica | undefined;
  let running: Running | undefined;
  let stopped = false;
  return {
    name: NAME,
    serve: async (context) => {
      if (stopped) return;
      replica = new Replica(context, options.selector);
      await replica.begin();
    },
    start: async (context) => {
      if (stopped) return;
      if (replica === undefined) throw new Error('the requirements are not known yet');
      running = new Running(context, replica, options);
      await running.synced();
    },
    stop: async (graceMs = 0) => {
      stopped = true;
      await running?.stop(graceMs);
      await replica?.end(graceMs);
    },
    ready: () => !stopped && replica?.isReady === true && (running?.ready ?? true),
  };
}

/** What the leader does. */
class Running {
  ready = false;
  private readonly definitions: ResourceCache<KubeObject>;
  private readonly policies: ResourceCache<KubeObject>;
  private readonly bindings: ResourceCache<KubeObject>;
  private readonly webhooks: ResourceCache<KubeObject>;
  private readonly queue: TurnQueue;
  /** What webhooks were last seen to trust, all of them, and since when. */
  private trusted: { readonly authorities: string; readonly since: number } | undefined;

  constructor(
    private readonly context: ControllerContext, private readonly replica: Replica, private readonly options: RequirementControllerOptions,
  ) {
    const { cluster, clock, config, log, metrics } = context;
    const onTrouble = (problem: unknown): void => log.warn({ problem }, 'the stream of requirements or definitions has trouble');
    const watch = (kind: { readonly apiVersion: string; readonly kind: string }): ResourceCache<KubeObject> => (
      new ResourceCache(cluster, kind, { onTrouble })
    );
    this.definitions = watch(DEFINITIONS);
    this.policies = watch(POLICY_KIND);
    this.bindings = watch(BINDING_KIND);
    this.webhooks = watch(WEBHOOK_KIND);
    this.queue = new TurnQueue({
      places: config.concurrency, clock, observer: turnMetrics(metrics, NAME),
      perform: (key) => (key === CERTIFICATES_KEY ? this.certificates() : this.turn(key)),
      onError: (requirement, error, { failures, againInMs }) => {
        log.warn({ requirement, err: error, failures, againInMs }, `a turn failed: ${messageOf(error)}`);
      },
    });
    measureQueue(metrics, NAME, this.queue);
  }

  async synced(): Promise<void> {
    const { requirements, secrets } = this.replica;
    await Promise.all([this.definitions, this.policies, this.bindings, this.webhooks].map(({ synced }) => synced));
    const wakeAll = (): void => {
      for (const { metadata: { name = '' } } of requirements.list()) this.queue.add(name);
    };
    requirements.on({
      changed: ({ metadata: { name = '' } }) => this.queue.add(name),
      removed: ({ metadata: { name = '' } }) => this.queue.add(name),
    });
    const wake = ({ metadata: { name: crd = '' } }: KubeObject): void => {
      for (const { metadata: { name = '' } } of requirements.by('crd', crd)) this.queue.add(name);
    };
    this.definitions.on({ changed: wake, removed: wake });
    // Another client that changes or removes a policy does not switch it off; and one that was in the way may go.
    const wakeNamed = (object: KubeObject): void => {
      const { name: policy = '' } = object.metadata;
      const named = requirements.by('policy', policy);
      for (const { metadata: { name = '' } } of named) this.queue.add(name);
      // One that no requirement asks for, like one of a requirement that went before it was shown.
      if (named.length > 0 || !(isPolicyFor('deletion', object) || isPolicyFor('definition', object))) return;
      const { ownerReferences: owners = [] } = object.metadata;
      for (const { name } of owners.length === 0 ? [{ name: policy }] : owners) this.queue.add(name);
    };
    for (const cache of [this.policies, this.bindings]) cache.on({ changed: wakeNamed, removed: wakeNamed });
    const wakeSame = (webhook: KubeObject): void => {
      const { name = '' } = webhook.metadata;
      if (requirements.get(name) !== undefined || isLeftWebhook(webhook)) this.queue.add(name);
    };
    this.webhooks.on({ changed: wakeSame, removed: wakeSame });
    if (secrets !== undefined) {
      const wakeBoth = (): void => {
        this.queue.add(CERTIFICATES_KEY);
        wakeAll();
      };
      secrets.on({ changed: wakeBoth, removed: wakeBoth });
      this.replica.whenServing(wakeAll);
      this.queue.add(CERTIFICATES_KEY);
    }
    this.ready = true;
  }

  async stop(graceMs: number): Promise<void> {
    this.ready = false;
    await this.queue.drain(graceMs);
    for (const cache of [this.definitions, this.policies, this.bindings, this.webhooks]) cache.close();
  }

  private async turn(name: string): Promise<void> {
    const { requirements } = this.replica;
    const requirement = requirements.get(name);
    if (requirement === undefined) {
      const place = { ...this.policyPlace, cluster: this.context.cluster.lane(NAME), webhooks: this.webhooks, requirements };
      return removeLeft(name, place, (concerned) => this.tidyDeletions(concerned));
    }
    if (requirement.metadata.deletionTimestamp !== undefined) return;
    const read = this.replica.readOf(requirement);
    const live = read.type === 'read' ? this.definitions.get(read.name) : undefined;
    const { clock } = this.context;
    const cluster = this.context.cluster.lane(NAME);
    let failure: Error | undefined;
    const policies = await this.keep(requirement, read).catch((error: unknown): Policies => {
      failure = error instanceof Error ? error : new Error(messageOf(error));
      return { type: 'failed', message: messageOf(error) };
    });
    const written = await writeStatus<Requirement>(
      cluster, requirement, (now) => requirementStatus(now, read, { live, policies, now: clock.now() }),
    );
    if (written.type === 'written') requirements.note(written.object);
    if (failure !== undefined) throw failure;
  }

  private get policyPlace(): PolicyPlace {
    return { cluster: this.context.cluster.lane(NAME), log: this.context.log, policies: this.policies, bindings: this.bindings };
  }

  /** Policies, and the webhook. What is in the way of one keeps none of the others away. */
  private async keep(requirement: Requirement, read: Read): Promise<Policies> {
    let failure: Error | undefined;
    const deletion = await this.keepDeletions(requirement).catch((error: unknown): Kept => {
      failure = error instanceof Error ? error : new Error(messageOf(error));
      return { type: 'kept' };
    });
    const others = await this.keepChecks(requirement, read);
    if (failure !== undefined) throw failure;
    return others.type === 'kept' ? deletion : others;
  }

  /** Of the definitions that it names; and of those that it does not name any more. */
  private async keepDeletions(requirement: Requirement): Promise<Kept> {
    const { uid = '' } = requirement.metadata;
    let all: Kept = { type: 'kept' };
    const names = this.replica.definitionsOf(requirement);
    for (const crd of names) {
      const kept = await keepDeletionPolicy(crd, this.replica.requirements.by('crd', crd), this.policyPlace);
      if (kept.type !== 'kept') all = kept;
    }
    const policies = new Set(names.map((crd) => policyName('deletion', crd)));
    await this.tidyDeletions((policy) => !policies.has(policy.metadata.name ?? '') && isOwnedByRequirements(policy, { uid }));
    return all;
  }

  private async tidyDeletions(concerned: (policy: KubeObject) => boolean): Promise<void> {
    const { requirements } = this.replica;
    await tidyDeletionPolicies(concerned, (policy) => {
      const definition = requirements.by('policy', policy).flatMap((one) => this.replica.definitionsOf(one))
        .find((crd) => policyName('deletion', crd) === policy);
      return definition === undefined ? undefined : { definition, requirements: requirements.by('crd', definition) };
    }, this.policyPlace);
  }

  private async keepChecks(requirement: Requirement, read: Read): Promise<Policies> {
    const cluster = this.context.cluster.lane(NAME);
    const kept: Kept = await keepPolicies(requirement, read, this.policyPlace);
    if (kept.type !== 'kept') return kept;
    const place = { cluster, log: this.context.log, cache: this.webhooks };
    const { spec: { objectSchemaValidation: objects } } = requirement;
    if (objects === undefined) return keepWebhook(requirement, undefined, place);
    const { at, certificates, secrets } = this.replica;
    if (secrets === undefined) {
      const message = 'spec.objectSchemaValidation: these controllers have no webhook (clusterApi.webhook in their configuration)';
      return { type: 'unserved', message };
    }
    // Before there is somebody to ask, a webhook would refuse everything.
    if (at === undefined || certificates === undefined) return { type: 'failed', message: 'the webhook does not serve yet' };
    const caller = { at, authorities: authoritiesOf(certificates) };
    const result = await keepWebhook(
      requirement, webhookOf(requirement, read, caller, this.webhooks.get(requirement.metadata.name ?? '')), place,
    );
    this.queue.add(CERTIFICATES_KEY);
    return result;
  }

  private async certificates(): Promise<TurnEnd> {
    const { clock, config: { namespace }, cluster } = this.context;
    const { hosts, secrets, certificates } = this.replica;
    if (secrets === undefined) return {};
    const { certificateLifeMs: lifeMs = 90 * DAY_MS, settleMs = 60_000 } = this.options;
    const now = clock.now().getTime();
    this.trusted = certificates === undefined ? undefined : this.trustedNow(authoritiesOf(certificates), now);
    const facts = { hosts, now, settleMs, trustedSince: this.trusted?.since };
    const againInMs = await keepCertificates(facts, { cluster: cluster.lane(NAME), secrets, namespace, lifeMs });
    return { againInMs };
  }

  /** Undefined: a webhook of a requirement trusts other authorities, or is not there yet. */
  private trustedNow(authorities: string, now: number): { readonly authorities: string; readonly since: number } | undefined {
    const bundle = Buffer.from(authorities).toString('base64');
    const asking = [...this.replica.requirements.list()].filter(({ spec }) => spec.objectSchemaValidation !== undefined);
    const isTrusting = asking.every(({ metadata: { name = '', uid } }) => {
      const live = this.webhooks.get(name);
      // Somebody else's of that name is no concern of ours.
      if (live !== undefined && live.metadata.ownerReferences?.some((owner) => owner.uid === uid) !== true) return true;
      const [webhook] = (live?.['webhooks'] ?? []) as readonly { readonly clientConfig?: { readonly caBundle?: string } }[];
      return live === undefined || webhook?.clientConfig?.caBundle === bundle;
    });
    if (!isTrusting) return undefined;
    return this.trusted?.authorities === authorities ? this.trusted : { authorities, since: now };
  }
}
