/** Who may read the metrics: the API server is asked who calls, and whether they may `get` the path. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { asObject, type JsonObject, type KubeObject } from '../../../api';
import type { Answer } from '../../../engine/ports';
import type { KubeLane } from '../../../kube';
import type { Clock } from '../clock';
import type { Route, TextAnswer } from '../http/answers';
import { wordsOfAnswer } from '../../../engine';

/** How long an answer of the API server counts: a yes, and a no. */
const GRANTED_MS = 60_000;
const DENIED_MS = 10_000;
/** Tokens that are remembered, by their digest. */
const MOST_REMEMBERED = 500;
/** Callers that the API server is asked about at once; more get 429. */
const MOST_ASKED = 8;
/** No token of a cluster is longer. */
const MAX_TOKEN = 16_384;

type Verdict = 'granted' | 'unauthenticated' | 'forbidden';

const REFUSALS: Readonly<Record<Exclude<Verdict, 'granted'>, TextAnswer>> = {
  unauthenticated: { status: 401, text: 'a token of the cluster is needed\n', headers: { 'www-authenticate': 'Bearer' } },
  forbidden: { status: 403, text: 'get on this path is not allowed\n' },
};

export interface AuthorizeOptions {
  /** An unfenced lane: a replica that does not lead asks, too. */
  readonly cluster: Pick<KubeLane, 'create'>;
  readonly clock: Clock;
}

/** The same route for callers with a bearer token whose user may `get` this path; others get 401 or 403. */
export function authorized(path: string, route: Route, options: AuthorizeOptions): Route {
  const refused = callerCheck(options);
  return async (request) => await refused(path, request) ?? route(request);
}

/** Says why a caller may not `get` a path; undefined: it may. */
export type CallerCheck = (path: string, request: IncomingMessage) => Promise<TextAnswer | undefined>;

/** For callers with a bearer token whose user may `get` a path that is no resource; others get 401 or 403. */
export function callerCheck({ cluster, clock }: AuthorizeOptions): CallerCheck {
  const known = new Map<string, { readonly verdict: Verdict; readonly until: number }>();
  const asked = new Map<string, Promise<Verdict>>();

  const ask = async (key: string, path: string, token: string): Promise<Verdict> => {
    try {
      const verdict = await verdictOn(cluster, path, token);
      known.delete(key);
      known.set(key, { verdict, until: clock.monotonic() + (verdict === 'granted' ? GRANTED_MS : DENIED_MS) });
      const [oldest] = known.keys();
      if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
      return verdict;
    } finally {
      asked.delete(key);
    }
  };

  return async (path, request) => {
    const token = tokenOf(request);
    if (token === undefined) return REFUSALS.unauthenticated;
    const key = createHash('sha256').update(`${path}\0${token}`).digest('base64');
    const before = known.get(key);
    let verdict = before !== undefined && clock.monotonic() < before.until ? before.verdict : undefined;
    if (verdict === undefined) {
      if (!asked.has(key) && asked.size >= MOST_ASKED) return { status: 429, text: 'too many callers\n', headers: { 'retry-after': '1' } };
      const question = asked.get(key) ?? ask(key, path, token);
      asked.set(key, question);
      verdict = await question;
    }
    return verdict === 'granted' ? undefined : REFUSALS[verdict];
  };
}

function tokenOf({ headers: { authorization = '' } }: IncomingMessage): string | undefined {
  const token = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization)?.[1];
  return token !== undefined && token.length <= MAX_TOKEN ? token : undefined;
}

/** @throws Error when the API server does not answer: nobody is let in, and nobody is told no for good */
async function verdictOn(cluster: Pick<KubeLane, 'create'>, path: string, token: string): Promise<Verdict> {
  const review = statusOf(await cluster.create(request('authentication.k8s.io/v1', 'TokenReview', { token })));
  const user = asObject(review['user']);
  if (review['authenticated'] !== true || user === undefined) return 'unauthenticated';
  const { username, groups, uid, extra } = user;
  const attributes = { user: username, groups, uid, extra, nonResourceAttributes: { path, verb: 'get' } };
  const access = statusOf(await cluster.create(request('authorization.k8s.io/v1', 'SubjectAccessReview', attributes)));
  return access['allowed'] === true ? 'granted' : 'forbidden';
}

function request(apiVersion: string, kind: string, spec: object): KubeObject {
  return { apiVersion, kind, metadata: {}, spec };
}

function statusOf(answer: Answer): JsonObject {
  if (answer.type === 'object') return asObject(answer.object['status']) ?? {};
  const reason = wordsOfAnswer(answer);
  throw new Error(`the API server cannot say who calls: ${reason}`);
}
