/** A fuzz run: lives in parallel until there are enough trials, then what they say together. */
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject, KubeObject } from '../../lib/api';
import { kubernetesSchemas, withCrds, type SchemaSource } from '../../lib/schema';
import { customKinds } from './customs';
import { BUILT_IN, type FuzzKind } from './kinds';
import { isUnsound, nameOf, planLife, runLife, type LifePlan, type Trial } from './life';
import { Tally } from './tally';
import { FuzzServer } from './server';

export interface FuzzOptions {
  readonly trials: number;
  readonly seed: number;
  /** Only this life of the seed. */
  readonly only?: number;
  /** @default 24 */
  readonly parallel?: number;
  readonly progress?: (trials: number) => void;
}

export interface FuzzResult {
  readonly tally: Tally;
  /** Engine: nothing to do. Server: something. Minimal. */
  readonly unsound: readonly Trial[];
  /** A sample of what the engine would have sent needlessly, canonical form. */
  readonly missed: readonly Trial[];
  readonly seconds: number;
  readonly requests: number;
}

/** The place of a fuzz run on a cluster, made and removed with it. */
export class FuzzBench {
  readonly kinds: readonly FuzzKind[];
  readonly schemas: SchemaSource;
  private readonly crds: readonly JsonObject[];

  constructor(readonly server: FuzzServer) {
    const customs = customKinds(server.group);
    this.kinds = [...BUILT_IN, ...customs.map(({ kind }) => kind)];
    this.crds = customs.map(({ crd }) => crd);
    this.schemas = withCrds(kubernetesSchemas(), this.crds);
  }

  static async open(kubeconfig: string, id: string): Promise<FuzzBench> {
    const bench = new FuzzBench(new FuzzServer(kubeconfig, id));
    try {
      await bench.furnish();
    } catch (error) {
      await bench.close();
      throw error;
    }
    return bench;
  }

  private async furnish(): Promise<void> {
    for (const name of this.namespaces) await must(this.server.apply(NAMESPACE, { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: this.server.labels } }, 'fuzz'));
    await this.rewrite();
    for (const crd of this.crds) await must(this.server.apply(CRD, crd as unknown as KubeObject, 'fuzz'));
    for (const { kind } of customKinds(this.server.group)) await this.served(kind);
  }

  private get namespaces(): readonly string[] {
    return [...new Set(this.kinds.flatMap((kind) => this.server.namespaceOf(kind) ?? []))];
  }

  /** In one namespace an admission policy rewrites what we set. */
  private async rewrite(): Promise<void> {
    const { id } = this.server;
    const namespace = `${id}-rewritten`;
    const mutation = { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{data: {"a": "rewritten"}}' } };
    await must(this.server.apply(POLICY, {
      apiVersion: POLICY.apiVersion, kind: POLICY.kind, metadata: { name: id },
      spec: {
        matchConstraints: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } }, resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] }] },
        matchConditions: [{ name: 'has-it', expression: 'has(object.data) && "a" in object.data' }, { name: 'is-ours', expression: `object.metadata.name != 'kube-root-ca.crt'` }],
        reinvocationPolicy: 'Never', failurePolicy: 'Fail', mutations: [mutation],
      },
    }, 'fuzz')); // prettier-ignore
    await must(this.server.apply(POLICY_BINDING, { apiVersion: POLICY_BINDING.apiVersion, kind: POLICY_BINDING.kind, metadata: { name: id }, spec: { policyName: id } }, 'fuzz'));
    const probe: FuzzKind = { ...(this.kinds.find(({ apart }) => apart === 'rewritten') as FuzzKind) };
    await until(async () => {
      const reply = await this.server.create(probe, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'probe', namespace }, data: { a: 'x' } }, 'fuzz', true);
      return 'object' in reply && (reply.object['data'] as JsonObject)['a'] === 'rewritten';
    });
  }

  /** Waits until objects of a custom kind are taken. */
  private async served(kind: FuzzKind): Promise<void> {
    const namespace = this.server.namespaceOf(kind) as string;
    await until(async () => 'object' in (await this.server.create(kind, { apiVersion: kind.apiVersion, kind: kind.kind, metadata: { name: 'probe', namespace }, spec: {} }, 'fuzz', true)));
  }

  async clean(): Promise<void> {
    for (const kind of this.kinds) await this.server.deleteAll(kind);
  }

  async close(): Promise<void> {
    await this.clean();
    await this.server.delete(POLICY_BINDING, this.server.id);
    await this.server.delete(POLICY, this.server.id);
    for (const name of this.namespaces) await this.server.delete(NAMESPACE, name);
    for (const crd of this.crds) await this.server.delete(CRD, String((crd['metadata'] as JsonObject)['name']));
    this.server.close();
  }
}

const NAMESPACE: FuzzKind = { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', namespaced: false, weight: 0, content: () => ({}) };
const CRD: FuzzKind = { ...NAMESPACE, apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', resource: 'customresourcedefinitions' };
const POLICY: FuzzKind = { ...NAMESPACE, apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingAdmissionPolicy', resource: 'mutatingadmissionpolicies' };
const POLICY_BINDING: FuzzKind = { ...POLICY, kind: 'MutatingAdmissionPolicyBinding', resource: 'mutatingadmissionpolicybindings' };

async function must(reply: ReturnType<FuzzServer['apply']>): Promise<void> {
  const answer = await reply;
  if ('refused' in answer) throw new Error(`the API server refused what the fuzz needs: ${answer.message}`);
}

/** Asks again until it is so: a busy API server may take long to serve a new kind. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) if (await isSo()) return;
  throw new Error('the API server did not take in what the fuzz needs within 60 s');
}

export async function fuzz(bench: FuzzBench, options: FuzzOptions): Promise<FuzzResult> {
  const { trials, seed, only, parallel = 24, progress } = options;
  const started = Date.now();
  const tally = new Tally();
  const unsound: Trial[] = [];
  const missed: Trial[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (tally.total < trials && (only === undefined || next === 0)) {
      const plan = planLife(seed, only ?? next, bench.kinds);
      next += 1;
      for (const trial of await runLife(bench.server, bench.schemas, plan)) {
        tally.add(trial);
        if (isUnsound(trial)) unsound.push(trial);
        else if (trial.server === 'unchanged' && (!trial.applied || !trial.exact) && trial.plan.form === 'canonical') missed.push(trial);
      }
      // At once: thousands of objects would keep the controllers busy.
      await bench.server.delete(plan.kind, nameOf(bench.server.id, plan));
      if (next % 100 === 0) progress?.(tally.total);
    }
  };
  await Promise.all(Array.from({ length: only === undefined ? parallel : 1 }, worker));
  const minimal: Trial[] = [];
  for (const trial of unsound.slice(0, 5)) minimal.push(await minimise(bench, trial));
  return { tally, unsound: [...minimal, ...unsound.slice(5)], missed, seconds: (Date.now() - started) / 1000, requests: bench.server.requests };
}

let again = 0;

/** The same life with as few steps as still show it. Steps have seeds of their own, so that the others stay what they were. */
async function minimise(bench: FuzzBench, trial: Trial): Promise<Trial> {
  let best = trial;
  let plan: LifePlan = { ...trial.plan, steps: trial.plan.steps.slice(0, trial.step + 1) };
  for (let index = plan.steps.length - 2; index >= 0; index--) {
    const shorter = { ...plan, steps: plan.steps.filter((_, at) => at !== index) };
    again += 1;
    const found = (await runLife(bench.server, bench.schemas, { ...shorter, number: 1_000_000 + again })).find(isUnsound);
    if (found === undefined) continue;
    plan = shorter;
    best = { ...found, plan: { ...plan, number: trial.plan.number } };
  }
  return best;
}
