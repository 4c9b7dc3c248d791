/**
 * Another cluster as the target, reached by the kubeconfig of a Secret in the management cluster. One stream of the Secret tells when the
 * connection has to be renewed; one stream of the target's namespace kube-system tells whether it can be reached, and which cluster it is.
 */
import { createHash } from 'node:crypto';
import { LABEL_OWNER_NAME, type KubeObject } from '../../../api';
import type { StreamProblem, Subscription } from '../../../engine/ports';
import { messageOf } from '../../../errors';
import { renewableCluster, shareStreams, type KubeCluster, type RenewableCluster, type SharingCluster, type Timing } from '../../../kube';
import type { Clock } from '../clock';
import type { Log } from '../log';
import { ResourceCache, wordsOf } from '../resource-cache';
import { kubeconfigIn, secretText, type SecretContent, type SecretKeyRef } from './kubeconfig-secret';
import type { Target, TargetAway, TargetProblem } from './target';

export interface HostedTargetOptions {
  /** Where the Secret is. */
  readonly management: KubeCluster;
  readonly secret: SecretKeyRef;
  readonly clock: Clock;
  readonly log: Log;
  readonly timing?: Timing;
}

const SYSTEM = { apiVersion: 'v1', kind: 'Namespace', name: 'kube-system' };

export class HostedTarget implements Target {
  readonly name: string;
  readonly shared: SharingCluster;
  readonly settled: Promise<void>;
  private readonly renewable: RenewableCluster;
  private readonly handlers = new Set<() => void>();
  private secrets: ResourceCache<KubeObject> | undefined;
  private beacon: Subscription | undefined;
  /** Of the kubeconfig that counts. */
  private digest = '';
  private known: string | undefined;
  private trouble: TargetAway | undefined;
  private settle: () => void = () => undefined;

  constructor(private readonly options: HostedTargetOptions) {
    const { secret, timing } = options;
    this.name = `the cluster of ${secretText(secret)}`;
    this.renewable = renewableCluster(`${secretText(secret)} has not been read yet.`, timing);
    this.shared = shareStreams(this.cluster, LABEL_OWNER_NAME);
    this.settled = new Promise((resolve) => (this.settle = resolve));
  }

  get cluster(): KubeCluster {
    return this.renewable.cluster;
  }

  get id(): string | undefined {
    return this.known;
  }

  /** Which cluster it is is known: nothing may be written before, also not by what was begun under another kubeconfig. */
  get isKnown(): boolean {
    return this.known !== undefined;
  }

  get away(): TargetAway | undefined {
    return this.trouble;
  }

  onChange(handler: () => void): () => void {
    this.handlers.add(handler);
    return () => this.handlers.delete(handler);
  }

  /** Begins to look at the Secret; called once, by the process that leads. */
  begin(): void {
    const { management, secret } = this.options;
    const { namespace, name } = secret;
    const secrets = new ResourceCache<KubeObject>(management, { apiVersion: 'v1', kind: 'Secret', namespace, name }, {
      onTrouble: (problem, retrying) => {
        // A stream that was open once goes on from there; before that, nothing is known.
        if (!secrets.isSynced || !retrying) this.lose('kubeconfig', `${secretText(secret)} cannot be read: ${wordsOf(problem)}.`);
      },
    });
    this.secrets = secrets;
    const read = (): void => this.read(kubeconfigIn(secrets.get(name, namespace), secret));
    secrets.synced.then(() => {
      secrets.on({ changed: read, removed: read });
      read();
    }, () => undefined);
  }

  close(): void {
    this.beacon?.close();
    this.secrets?.close();
    this.cluster.close();
  }

  private read(content: SecretContent): void {
    const digest = content.type === 'kubeconfig' ? createHash('sha256').update(content.text).digest('hex') : '';
    if (digest !== '' && digest === this.digest) return;
    this.digest = digest;
    if (content.type === 'missing') return this.drop(content.message);
    try {
      this.renewable.use(content.text, secretText(this.options.secret));
    } catch (error) {
      return this.drop(messageOf(error));
    }
    this.options.log.info({ server: this.cluster.server }, `connected anew, as ${secretText(this.options.secret)} says`);
    this.look();
  }

  private drop(message: string): void {
    this.beacon?.close();
    this.known = undefined;
    this.renewable.without(message);
    this.lose('kubeconfig', message);
  }

  /** From the beginning: what was known of the cluster before another kubeconfig is not known of this one. */
  private look(): void {
    this.beacon?.close();
    this.known = undefined;
    this.beacon = this.cluster.observe(SYSTEM, {
      changed: ({ metadata: { uid } }) => this.reach(uid),
      removed: () => undefined,
      synced: () => (this.known === undefined ? this.lose('refused', 'it has no namespace kube-system.') : this.reach(this.known)),
      failed: (problem) => this.lose(isRefusal(problem) ? 'refused' : 'unreachable', problemText(problem)),
    });
  }

  private reach(id: string | undefined): void {
    const wasAway = this.trouble !== undefined;
    const isSame = !wasAway && this.known === id;
    this.known = id;
    this.trouble = undefined;
    this.settle();
    if (isSame) return;
    if (wasAway) this.options.log.info({}, `${this.name} can be reached again`);
    this.tell();
  }

  private lose(problem: TargetProblem, message: string): void {
    this.settle();
    const before = this.trouble;
    if (before?.problem === problem && (problem !== 'kubeconfig' || before.message === message)) return;
    this.trouble = { problem, message, since: before?.since ?? this.options.clock.now().getTime() };
    this.options.log.warn({ problem }, `${this.name} cannot be reached: ${message}`);
    this.tell();
  }

  private tell(): void {
    for (const handler of this.handlers) handler();
  }
}

function isRefusal(problem: StreamProblem): problem is Extract<StreamProblem, { readonly type: 'refused' }> {
  return problem.type === 'refused' && (problem.status.code === 401 || problem.status.code === 403);
}

function problemText(problem: StreamProblem): string {
  const words = `${wordsOf(problem)}.`;
  if (!isRefusal(problem)) return words;
  return `its API server answers ${problem.status.code}: ${words} The user of the kubeconfig must be let in, and may watch namespaces.`;
}
