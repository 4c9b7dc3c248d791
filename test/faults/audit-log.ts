/**
 * What the API server itself says it has done: creates and deletes of objects of the package, from its audit log. A watch shows less: what
 * is deleted and made anew while it is away comes as one change.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectRef } from '../../lib/api';
import type { KubeCluster } from '../../lib/kube';

/** A request that was carried out: an object is there that was not, or its deletion was accepted. */
export interface Commit {
  readonly type: 'created' | 'deleted';
  readonly kind: string;
  readonly name: string;
}

export interface AuditEvent {
  readonly verb: string;
  readonly stage: string;
  readonly requestURI: string;
  readonly user: { readonly username: string };
  readonly objectRef?: { readonly resource?: string; readonly namespace?: string; readonly name?: string; readonly subresource?: string };
  readonly responseStatus?: { readonly code?: number };
}

/** Of what scenarios install; the state is written as often as a run needs. */
const KIND_OF: Readonly<Record<string, string>> = {
  configmaps: 'ConfigMap', services: 'Service', serviceaccounts: 'ServiceAccount', deployments: 'Deployment', widgets: 'Widget',
};
const MARK = 'audit-mark-';

/** Undefined for everything that made or deleted no object of a package: reads, dry runs, refusals, changes, the work of controllers. */
export function commitOf({ verb, stage, requestURI, user, objectRef, responseStatus }: AuditEvent): Commit | undefined {
  const { resource = '', name = '', subresource } = objectRef ?? {};
  const kind = KIND_OF[resource];
  const code = responseStatus?.code ?? 0;
  if (kind === undefined || subresource !== undefined || stage !== 'ResponseComplete') return undefined;
  if (user.username.startsWith('system:') || /[?&]dryRun=/.test(requestURI)) return undefined;
  // Server-side apply is a patch; 201 says that it has made the object.
  if ((verb === 'create' || verb === 'patch') && code === 201) return { type: 'created', kind, name };
  if (verb.startsWith('delete') && code >= 200 && code < 300) return { type: 'deleted', kind, name };
  return undefined;
}

/** Reads a log as it grows, for all namespaces at once. */
export class AuditLog {
  private readonly commits = new Map<string, Commit[]>();
  private readonly marks = new Set<string>();
  private file: number;
  private offset: number;
  private rest = '';
  private counter = 0;

  constructor(private readonly path: string) {
    this.file = openSync(path, 'r');
    this.offset = fstatSync(this.file).size;
  }

  close(): void {
    closeSync(this.file);
  }

  /** Everything that was answered before is in the log: a request that is asked after it is. Gives how many commits there are by then. */
  async caughtUp(cluster: KubeCluster, namespace: string): Promise<number> {
    const mark = `${MARK}${(this.counter += 1)}`;
    const ref: ObjectRef = { apiVersion: 'v1', kind: 'ConfigMap', namespace, name: mark };
    await cluster.get(ref);
    for (this.read(); !this.marks.has(mark); this.read()) await sleep(2);
    this.marks.delete(mark);
    return this.commits.get(namespace)?.length ?? 0;
  }

  between(namespace: string, from: number, to: number): readonly Commit[] {
    return this.commits.get(namespace)?.slice(from, to) ?? [];
  }

  private read(): void {
    // Asked first: what is renamed after that is read to its end the next time.
    const isRotated = statSync(this.path, { throwIfNoEntry: false })?.ino !== fstatSync(this.file).ino;
    this.readOn();
    if (!isRotated) return;
    closeSync(this.file);
    this.file = openSync(this.path, 'r');
    this.offset = 0;
    this.readOn();
  }

  private readOn(): void {
    const buffer = Buffer.alloc(fstatSync(this.file).size - this.offset);
    this.offset += readSync(this.file, buffer, 0, buffer.length, this.offset);
    const lines = (this.rest + buffer.toString('latin1')).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.take(line);
  }

  private take(line: string): void {
    if (!/"verb":"(create|patch|delete)/.test(line) && !line.includes(MARK)) return;
    const event = JSON.parse(line) as AuditEvent;
    const { namespace = '', name = '' } = event.objectRef ?? {};
    if (name.startsWith(MARK)) this.marks.add(name);
    const commit = commitOf(event);
    if (commit === undefined) return;
    const known = this.commits.get(namespace);
    if (known === undefined) this.commits.set(namespace, [commit]);
    else known.push(commit);
  }
}
