/** The API server as the fuzz needs it: any request by any manager, over few connections, and a place of its own on the cluster. */
import { isJsonObject, type JsonObject, type JsonValue, type KubeObject } from '../../lib/api';
import { Client } from '../../lib/kube/http/client';
import { resolveConnection } from '../../lib/kube/auth/context';
import { collectionPath, query } from '../../lib/kube/http/path';
import { defaultTiming } from '../../lib/kube/timing';
import { ConnectionFailure, type HttpRequest } from '../../lib/kube/http';
import type { EditRequest } from './edits';
import type { FuzzKind } from './kinds';

export type Reply = { readonly object: KubeObject } | { readonly refused: number; readonly message: string };

const LABEL = 'boxcutter-fuzz';

/** Where a fuzz run lives: namespaces, label and group of its own. */
export class FuzzServer {
  private readonly client: Client;
  requests = 0;

  constructor(kubeconfig: string, readonly id: string) {
    this.client = new Client(resolveConnection({ kubeconfig }), defaultTiming);
  }

  get group(): string {
    return `${this.id}.example.com`;
  }

  /** Labels of everything that the run makes. */
  get labels(): Readonly<Record<string, string>> {
    return { [LABEL]: this.id };
  }

  namespaceOf(kind: FuzzKind): string | undefined {
    return kind.namespaced ? `${this.id}${kind.apart === undefined ? '' : `-${kind.apart}`}` : undefined;
  }

  apply(kind: FuzzKind, object: KubeObject, manager: string, force = true): Promise<Reply> {
    return this.edit(kind, object, { what: '', method: 'PATCH', contentType: 'application/apply-patch+yaml', manager, force, body: object as JsonObject });
  }

  edit(kind: FuzzKind, { metadata }: KubeObject, { method, subresource, contentType, manager, force, body }: EditRequest): Promise<Reply> {
    const path = `${this.path(kind)}/${metadata.name ?? ''}${subresource === undefined ? '' : `/${subresource}`}`;
    const isApply = contentType.includes('apply');
    const parameters = { fieldManager: manager, fieldValidation: 'Strict', force: isApply ? String(force ?? false) : undefined };
    return this.send({ method, path: path + query(parameters), verb: 'patch', contentType, body: JSON.stringify(body), repeatable: false });
  }

  create(kind: FuzzKind, object: JsonObject, manager: string, dryRun = false): Promise<Reply> {
    const path = this.path(kind) + query({ fieldManager: manager, fieldValidation: 'Strict', dryRun: dryRun ? 'All' : undefined });
    return this.send({ method: 'POST', path, verb: 'create', contentType: 'application/json', body: JSON.stringify(object), repeatable: false });
  }

  get(kind: FuzzKind, { metadata }: KubeObject): Promise<Reply> {
    return this.send({ method: 'GET', path: `${this.path(kind)}/${metadata.name ?? ''}`, verb: 'get', repeatable: true });
  }

  /** Everything of this kind that the run made. */
  async deleteAll(kind: FuzzKind): Promise<void> {
    const path = this.path(kind) + query({ labelSelector: `${LABEL}=${this.id}` });
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background' };
    await this.send({ method: 'DELETE', path, verb: 'delete', contentType: 'application/json', body: JSON.stringify(body), repeatable: true });
  }

  async delete(kind: FuzzKind, name: string): Promise<void> {
    await this.send({ method: 'DELETE', path: `${this.path(kind)}/${name}`, verb: 'delete', repeatable: true });
  }

  close(): void {
    this.client.close();
  }

  private path(kind: FuzzKind): string {
    return collectionPath({ ...kind, verbs: [] }, this.namespaceOf(kind));
  }

  private async send(request: HttpRequest): Promise<Reply> {
    this.requests += 1;
    const outcome = await this.client.send(request);
    if (outcome instanceof ConnectionFailure) throw outcome;
    return replyOf(outcome.status, outcome.body);
  }
}

/** What an answer says. A kind that is not served yet is refused in plain text, which is no JSON: "404 page not found". */
export function replyOf(status: number, text: string): Reply {
  const body = jsonOf(text);
  if (status < 300 && isJsonObject(body)) return { object: body as unknown as KubeObject };
  const message = isJsonObject(body) ? body['message'] : undefined;
  return { refused: status, message: typeof message === 'string' ? message : text.trim() };
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
