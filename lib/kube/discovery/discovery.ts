import type { ServedKind } from '../../engine/ports';
import { ConnectionFailure, groupVersionPath, type Client, type HttpResponse, type Outcome } from '../http';
import { jitter, sleep, type Timing } from '../timing';
import { AGGREGATED, readRoot, readVersionResources, type Content } from './documents';

/** Every caller waits for discovery, so it must not wait behind the requests of one of them. */
const LANE = { lane: 'discovery', urgent: true };
const ROOTS = ['/api', '/apis'] as const;

interface Root extends Content {
  readonly etag: string | undefined;
}

/** How old the list of kinds may be when all of them are asked for. */
const KINDS_FRESH_MS = 10_000;

/**
 * Which kinds the server serves. Loaded with two requests, kept in memory, and loaded again when a caller asks for a kind that is
 * not in it: an answer "not served" is never older than the question. Concurrent questions share one refresh, and two refreshes
 * start at least `Timing.discoveryMs` apart.
 */
export class Discovery {
  private readonly roots = new Map<string, Root>();
  private index = new Map<string, ServedKind>();
  private current: Promise<void> | undefined;
  private next: Promise<void> | undefined;
  private startedAt = -Infinity;
  private problem: Outcome | undefined;

  constructor(
    private readonly client: Client,
    private readonly timing: Timing,
    /** Called when a refresh brought kinds that were not there before. */
    private readonly grown: () => void,
  ) {}

  /** Why the last load failed, if it did. */
  get failure(): Outcome | undefined {
    return this.problem;
  }

  /** Versions whose own server does not answer the API server. */
  get stale(): readonly string[] {
    return [...this.roots.values()].flatMap(({ stale }) => stale);
  }

  /** Why a kind of this version that is not known may be served all the same; undefined when it is surely not. */
  failureFor(apiVersion: string): Outcome | undefined {
    if (this.problem !== undefined) return this.problem;
    if (!this.stale.includes(apiVersion)) return undefined;
    const message = `the server of ${apiVersion} does not answer the API server, so its kinds are not known`;
    return new ConnectionFailure(message, false, 'STALE');
  }

  /** Loads what was never loaded. Gives the problem, if there is one. */
  async load(): Promise<Outcome | undefined> {
    if (this.roots.size < ROOTS.length) await this.refresh();
    return this.problem;
  }

  async resolve(apiVersion: string, kind: string): Promise<ServedKind | undefined> {
    const key = keyOf(apiVersion, kind);
    const known = this.index.get(key);
    if (known !== undefined) return known;
    await this.refresh();
    return this.index.get(key);
  }

  /** Every kind that can be listed. What is known may be a few seconds old. */
  async kinds(): Promise<ServedKind[]> {
    if (this.problem !== undefined || performance.now() - this.startedAt > KINDS_FRESH_MS) await this.refresh();
    else await this.load();
    return [...this.index.values()].filter(({ verbs }) => verbs.includes('list'));
  }

  /** The server no longer knows this kind: ask again before it is used the next time. */
  forget(kind: ServedKind): void {
    this.index.delete(keyOf(kind.apiVersion, kind.kind));
  }

  /** A refresh that starts after this call; the one under way may have asked too early. */
  private refresh(): Promise<void> {
    this.next ??= this.after(this.current);
    return this.next;
  }

  private async after(previous: Promise<void> | undefined): Promise<void> {
    await previous;
    const wait = this.startedAt + this.timing.discoveryMs - performance.now();
    if (wait > 0) await sleep(jitter(wait, this.timing), this.client.closing.signal);
    this.current = this.next;
    this.next = undefined;
    this.startedAt = performance.now();
    const before = this.index;
    const problems = await Promise.all(ROOTS.map((root) => this.read(root)));
    this.problem = problems.find((problem) => problem !== undefined);
    // Backwards, so that of two resources with the same kind the first one stays.
    const kinds = [...this.roots.values()].flatMap((root) => root.kinds).reverse();
    this.index = new Map(kinds.map((kind) => [keyOf(kind.apiVersion, kind.kind), kind]));
    if ([...this.index.keys()].some((key) => !before.has(key))) this.grown();
  }

  private async read(root: (typeof ROOTS)[number]): Promise<Outcome | undefined> {
    const known = this.roots.get(root);
    const outcome = await this.client.send({
      method: 'GET', path: root, verb: 'discovery', repeatable: true, accept: AGGREGATED, gzip: true,
      firstContact: this.roots.size === 0,
      ...(known?.etag === undefined ? {} : { headers: { 'if-none-match': known.etag } }),
    }, LANE);
    if (outcome instanceof ConnectionFailure) return outcome;
    if (outcome.status === 304) return undefined;
    if (outcome.status !== 200) return outcome;
    const etag = outcome.headers.etag;
    let content: Content | Outcome;
    try {
      content = await this.understand(outcome);
    } catch (error) {
      return new ConnectionFailure(`the discovery document ${root} cannot be understood`, true, 'MALFORMED', error);
    }
    if (!('kinds' in content)) return content;
    const { kinds, stale } = content;
    const listed = new Set(kinds.map(({ apiVersion }) => apiVersion));
    // Of a server that does not answer, what was known before is the better guess: requests then get its own answer.
    const guessed = (known?.kinds ?? []).filter(({ apiVersion }) => stale.includes(apiVersion) && !listed.has(apiVersion));
    this.roots.set(root, { etag, kinds: [...kinds, ...guessed], stale });
    return undefined;
  }

  private async understand(response: HttpResponse): Promise<Content | Outcome> {
    const document = readRoot(response.body);
    if ('kinds' in document) return document;
    const lists = await Promise.all(document.versions.map((version) => this.readVersion(version)));
    const contents: Content[] = [];
    for (const list of lists) {
      if (!('kinds' in list)) return list;
      contents.push(list);
    }
    return { kinds: contents.flatMap(({ kinds }) => kinds), stale: contents.flatMap(({ stale }) => stale) };
  }

  /** One version the older way. One that is gone (404) is not served, one whose server is down (503) is stale. Neither hides the others. */
  private async readVersion(apiVersion: string): Promise<Content | Outcome> {
    const outcome = await this.client.send({
      method: 'GET',
      path: groupVersionPath(apiVersion),
      verb: 'discovery',
      repeatable: true,
    }, LANE);
    if (outcome instanceof ConnectionFailure) return outcome;
    if (outcome.status === 404) return { kinds: [], stale: [] };
    if (outcome.status === 503) return { kinds: [], stale: [apiVersion] };
    if (outcome.status !== 200) return outcome;
    return { kinds: readVersionResources(apiVersion, outcome.body), stale: [] };
  }
}

function keyOf(apiVersion: string, kind: string): string {
  return `${apiVersion}/${kind}`;
}
