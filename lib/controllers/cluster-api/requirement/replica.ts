/** What every replica does: it knows the requirements, and answers the server that asks about objects of what they require. */
import type { KubeObject } from '../../../api';
import { listen, type RunningServer } from '../../../catalog-store';
import { defined } from '../../../defined';
import { messageOf } from '../../../errors';
import { ResourceCache, wordsOf, type ControllerContext } from '../../process';
import { REQUIREMENT_KIND } from '../names';
import { policyName } from './admission/policy';
import { certificatesIn, CERTIFICATE_SECRET } from './certificates/secret';
import type { Certificates } from './certificates/decide';
import { readRequirement, type Read, type Requirement } from './decide';
import { type Judge, reviewed } from './objects/review';
import { reviewHandler } from './objects/server';
import { type ObjectSchema, objectSchemaOf } from './objects/validate';
import type { WebhookCaller } from './objects/webhook';

/** What a requirement says, as long as it says the same. */
interface Known {
  readonly generation: unknown;
  readonly uid: string | undefined;
  readonly read: Read;
  /** By version; made when an object of it comes. */
  readonly schemas: Map<string, ObjectSchema | undefined>;
}

interface ServedPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export class Replica {
  readonly requirements: ResourceCache<Requirement>;
  /** Undefined: no webhook is configured. */
  readonly secrets: ResourceCache<KubeObject> | undefined;
  private readonly known = new Map<string, Known>();
  private readonly uses = new Set<(pair: ServedPair) => void>();
  private readonly listeners = new Set<() => void>();
  private server: RunningServer | undefined;
  private listening: Promise<void> | undefined;
  private isSynced = false;
  private isEnded = false;

  /** @param selector labels of the requirements that it looks after */
  constructor(private readonly context: ControllerContext, selector?: string) {
    const { cluster, config: { namespace, clusterApi: { webhook } }, log } = context;
    const scope = { ...REQUIREMENT_KIND, ...defined({ labelSelector: selector }) };
    this.requirements = new ResourceCache<Requirement>(cluster, scope, {
      onTrouble: (problem) => log.warn({}, `CompatibilityRequirements cannot be watched: ${wordsOf(problem)}`),
      index: {
        crd: (object) => this.definitionsOf(object),
        policy: (object) => [
          policyName('definition', object.metadata.name ?? ''), ...this.definitionsOf(object).map((name) => policyName('deletion', name)),
        ],
      },
    });
    this.secrets = webhook === undefined ? undefined : new ResourceCache<KubeObject>(
      cluster, { apiVersion: 'v1', kind: 'Secret', namespace, name: CERTIFICATE_SECRET },
      { onTrouble: (problem) => log.warn({}, `Secret ${namespace}/${CERTIFICATE_SECRET} cannot be watched: ${wordsOf(problem)}`) },
    );
  }

  get isReady(): boolean {
    return this.isSynced && (this.secrets === undefined || this.server !== undefined);
  }

  /** Resolves when it knows the requirements. It serves when there is a certificate, which the leader makes. */
  async begin(): Promise<void> {
    await Promise.all([this.requirements.synced, this.secrets?.synced]);
    this.requirements.on({ removed: ({ metadata: { name = '' } }) => void this.known.delete(name) });
    this.secrets?.on({ changed: () => this.useCertificate() });
    this.isSynced = true;
  }

  async end(graceMs: number): Promise<void> {
    this.isEnded = true;
    this.requirements.close();
    this.secrets?.close();
    await this.listening;
    await this.server?.close(graceMs);
  }

  get certificates(): Certificates | undefined {
    const { config: { namespace } } = this.context;
    return certificatesIn(this.secrets?.get(CERTIFICATE_SECRET, namespace));
  }

  /** Names and addresses that the certificate has to be for. */
  get hosts(): readonly string[] {
    const { config: { namespace, clusterApi: { webhook } } } = this.context;
    if (webhook === undefined) return [];
    const { service, url, address: { host } } = webhook;
    if (service !== undefined) return [`${service}.${namespace}.svc`];
    return [url === undefined ? host : new URL(url).hostname.replace(/^\[|\]$/g, '')];
  }

  /** Where the server finds the webhook; undefined: nowhere yet. */
  get at(): WebhookCaller['at'] | undefined {
    const { config: { namespace, clusterApi: { webhook } } } = this.context;
    if (webhook === undefined || this.server === undefined) return undefined;
    return webhook.service === undefined ? webhook.url ?? this.server.url : { namespace, name: webhook.service, port: 443 };
  }

  /** Names of definitions that it requires: what it says; and what it said first, which its status tells, also if it cannot be read now. */
  definitionsOf(requirement: Requirement): readonly string[] {
    const read = this.readOf(requirement);
    return [...new Set([read.type === 'read' ? read.name : [], requirement.status?.crdName ?? []].flat())];
  }

  readOf(requirement: Requirement): Read {
    return this.knownOf(requirement).read;
  }

  /** Listens with the first certificate, and then goes over to each new one. */
  private useCertificate(): void {
    const { certificates, context: { config: { clusterApi: { webhook } }, log } } = this;
    if (certificates === undefined || webhook === undefined || this.isEnded) return;
    const { current: { certificate, authority, key } } = certificates;
    const pair = { cert: Buffer.from(certificate + authority), key: Buffer.from(key) };
    for (const use of this.uses) use(pair);
    this.listening ??= this.listen(pair, webhook.address).catch((error: unknown) => {
      log.error({ err: error }, `objects of required definitions cannot be checked: ${messageOf(error)}`);
      this.listening = undefined;
    });
  }

  private async listen(pair: ServedPair, address: ListenAddress): Promise<void> {
    const { log } = this.context;
    const onFault = (error: unknown): void => log.error({ err: error }, `a review could not be answered: ${messageOf(error)}`);
    const handler = reviewHandler((review, name) => reviewed(review, name, this.judgeOf(name)), onFault);
    const watch = (use: (pair: ServedPair) => void) => {
      this.uses.add(use);
      return { pair, stop: () => void this.uses.delete(use) };
    };
    const server = await listen(handler, { ...address, tls: { watch } });
    if (this.isEnded) return server.close(0);
    this.server = server;
    log.info({ url: server.url }, 'checking objects of required definitions');
    for (const listener of this.listeners) listener();
  }

  /** Called when it begins to serve, or at once. */
  whenServing(listener: () => void): void {
    if (this.server !== undefined) listener();
    else this.listeners.add(listener);
  }

  private judgeOf(name: string): Judge {
    const requirement = this.requirements.get(name);
    const objects = requirement?.spec.objectSchemaValidation;
    if (requirement === undefined || objects === undefined) {
      return { type: 'wrong', message: 'it is not there, or asks for no check of objects' };
    }
    const { read, schemas } = this.knownOf(requirement);
    if (read.type === 'wrong') return { type: 'wrong', message: read.message };
    return {
      type: 'ready', action: objects.action,
      schemaOf: (version) => {
        if (!schemas.has(version)) schemas.set(version, objectSchemaOf(read.definition, version));
        return schemas.get(version);
      },
    };
  }

  private knownOf(requirement: Requirement): Known {
    const { name = '', uid, generation } = requirement.metadata as Requirement['metadata'] & { readonly generation?: number };
    const before = this.known.get(name);
    if (before !== undefined && before.uid === uid && before.generation === generation) return before;
    const known: Known = { uid, generation, read: readRequirement(requirement), schemas: new Map() };
    this.known.set(name, known);
    return known;
  }
}
