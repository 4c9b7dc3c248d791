import type { ServerResponse } from 'node:http';
import type { KubeObject } from '../../../lib/api';
import { initialEnd, json, status, type FakeServer, type Handler, type Seen } from './fake-server';

interface Change {
  readonly version: number;
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
}
interface Watcher {
  readonly seen: Seen;
  readonly response: ServerResponse;
}

/**
 * One kind of a `FakeServer` that behaves: objects with versions, lists and watches with label selectors, streaming lists, a history that a
 * watch can go on from. What no longer matches a selector is reported as DELETED, with the version of the change, as API servers do.
 */
export class FakeCollection {
  readonly objects = new Map<string, KubeObject>();
  /** Lists and watches that were asked for, as `list app in (a,b) ns`, `watch app`. */
  readonly asked: string[] = [];
  /** Waits before it answers a list; for tests of what happens meanwhile. */
  beforeList: () => Promise<void> | void = () => undefined;
  /** After the state was read, before it is sent. */
  afterRead: () => Promise<void> | void = () => undefined;
  watchList = true;
  version = 1;
  private history: Change[] = [];
  private readonly watchers = new Set<Watcher>();

  constructor(
    private readonly path = '/api/v1/configmaps',
    private readonly kind = 'ConfigMap',
    private readonly apiVersion = 'v1',
  ) {}

  serveOn(server: FakeServer): void {
    const others = server.handler;
    server.handler = async (seen, response, n) => (await this.handle(seen, response, n)) ?? others(seen, response, n);
  }

  get open(): number {
    return this.watchers.size;
  }

  /** Creates or changes; gives the version. A label that is undefined goes. */
  put(name: string, labels: Record<string, string | undefined> = {}, namespace = 'ns', more: Record<string, unknown> = {}): string {
    const key = `${namespace}/${name}`;
    const before = this.objects.get(key);
    this.version += 1;
    const entries = Object.entries({ ...before?.metadata.labels, ...labels }).filter(([, value]) => value !== undefined);
    const clean = Object.fromEntries(entries) as Record<string, string>;
    const uid = before?.metadata.uid ?? `uid-${name}-${this.version}`;
    const after = {
      apiVersion: this.apiVersion, kind: this.kind, metadata: {
        name,
        namespace,
        uid,
        resourceVersion: String(this.version),
        labels: clean,
      }, ...more,
    };
    this.objects.set(key, after);
    this.note({ version: this.version, before, after });
    return String(this.version);
  }

  remove(name: string, namespace = 'ns'): string {
    const key = `${namespace}/${name}`;
    const before = this.objects.get(key);
    if (before === undefined) return String(this.version);
    this.version += 1;
    this.objects.delete(key);
    this.note({ version: this.version, before, after: undefined });
    return String(this.version);
  }

  bookmark(): void {
    for (const { response } of this.watchers) send(response, 'BOOKMARK', {
      kind: this.kind,
      metadata: { resourceVersion: String(this.version) },
    });
  }

  /** Ends every watch. */
  cut(): void {
    for (const { response } of this.watchers) response.destroy();
    this.watchers.clear();
  }

  /** Versions before now can no longer be gone on from. */
  compact(): void {
    this.history = [];
  }

  /** Storage restored from a backup: what is stored now gets these versions, and history is gone. */
  restore(version: number, objects: readonly KubeObject[]): void {
    this.version = version;
    this.history = [];
    this.objects.clear();
    for (const object of objects) this.objects.set(`${object.metadata.namespace}/${object.metadata.name}`, object);
    this.cut();
  }

  /** As a list with this selector would show it: `name@version`, sorted. */
  view(selector: string, namespace?: string): string[] {
    return this.select(selector, namespace).map(({ metadata }) => `${metadata.namespace}/${metadata.name}@${metadata.resourceVersion}`)
      .sort();
  }

  private readonly handle: Handler = async (seen, response) => {
    const namespace = /\/namespaces\/([^/]+)\//.exec(seen.path)?.[1];
    if (seen.method !== 'GET' || seen.path.replace(/\/namespaces\/[^/]+/, '') !== this.path) return undefined;
    const selector = seen.query.get('labelSelector') ?? '';
    const isWatch = seen.query.get('watch') === '1';
    this.asked.push([isWatch ? 'watch' : 'list', selector, namespace ?? ''].join(' ').trim());
    if (isWatch) return this.watch(seen, response, selector, namespace) ?? true;
    await this.beforeList();
    const body = { metadata: { resourceVersion: String(this.version) }, items: this.select(selector, namespace) };
    await this.afterRead();
    json(response, 200, body);
    return true;
  };

  private watch(seen: Seen, response: ServerResponse, selector: string, namespace: string | undefined): void {
    const from = Number(seen.query.get('resourceVersion') ?? '0');
    const isInitial = seen.query.has('sendInitialEvents');
    if (isInitial && !this.watchList) return json(response, 422, status(422, 'Invalid', 'sendInitialEvents is forbidden'));
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    if (isInitial) {
      for (const object of this.select(selector, namespace)) send(response, 'ADDED', object);
      send(response, 'BOOKMARK', initialEnd(String(this.version)));
    } else if (from < this.version && (this.history[0]?.version ?? this.version + 1) > from + 1) {
      send(response, 'ERROR', status(410, 'Expired', 'too old resource version'));
      response.end();
      return;
    } else {
      for (const change of this.history) if (change.version > from) this.pass({ seen, response }, change);
    }
    const watcher = { seen, response };
    this.watchers.add(watcher);
    response.on('close', () => this.watchers.delete(watcher));
  }

  private note(change: Change): void {
    this.history.push(change);
    for (const watcher of this.watchers) this.pass(watcher, change);
  }

  private pass({ seen, response }: Watcher, { version, before, after }: Change): void {
    const selector = seen.query.get('labelSelector') ?? '';
    const namespace = /\/namespaces\/([^/]+)\//.exec(seen.path)?.[1];
    const fits = (object: KubeObject | undefined): object is KubeObject =>
      object !== undefined && matches(object, selector) && (namespace === undefined || object.metadata.namespace === namespace);
    if (fits(after)) send(response, fits(before) ? 'MODIFIED' : 'ADDED', after);
    else if (fits(before)) send(response, 'DELETED', { ...before, metadata: { ...before.metadata, resourceVersion: String(version) } });
  }

  private select(selector: string, namespace: string | undefined): KubeObject[] {
    const isThere = ({ metadata }: KubeObject): boolean => namespace === undefined || metadata.namespace === namespace;
    return [...this.objects.values()].filter((object) => isThere(object) && matches(object, selector));
  }
}

function send(response: ServerResponse, type: string, object: unknown): void {
  response.write(`${JSON.stringify({ type, object })}\n`);
}

function matches({ metadata: { labels = {} } }: KubeObject, selector: string): boolean {
  const requirements = selector === '' ? [] : selector.split(/,(?![^(]*\))/);
  return requirements.every((requirement) => {
    const set = /^(\S+) in \((.*)\)$/.exec(requirement);
    if (set) return labels[set[1] ?? ''] !== undefined && (set[2] ?? '').split(',').includes(labels[set[1] ?? ''] ?? '');
    const [name = '', value] = requirement.split('=');
    return value === undefined ? labels[name] !== undefined : labels[name] === value;
  });
}
