import { docPage } from '../../doc-page';
import { defined } from '../../defined';
import { secondsToWait, type Answer } from '../../net';
import { userAgent } from '../../version';
import { Authorization, type Actions, type AuthorizationContext } from './authorization';
import { parseChallenges } from './challenge';
import type { Endpoint } from './endpoint';
import { answerError, senselessAnswer, wordsOf } from './problem';
import { isPassing, PassingAnswer, retrying, type RegistryTiming } from './retry';

/** What sessions have in common. */
export interface Wire extends AuthorizationContext {
  readonly timing: RegistryTiming;
}

export interface RegistryRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** Below the repository (`manifests/v1`), or an address that the registry gave. */
  readonly target: string | URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** What is asked for, after "asked to": `give the manifest v1`. */
  readonly what: string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;

/** Requests to one repository at one server: who we are, redirects, repetitions. */
export class Session {
  private readonly authorization: Authorization;

  constructor(private readonly wire: Wire, readonly endpoint: Endpoint, actions: Actions) {
    this.authorization = new Authorization(wire, endpoint, actions);
  }

  /** Sends a request until it is answered, and takes the answer; both again when network or server fail. Only for what can be repeated. */
  exchange<T>(request: RegistryRequest, take: (answer: Answer) => Promise<T>): Promise<T> {
    return this.repeat(() => this.once(request, take));
  }

  /** Repeats several requests as a whole. */
  repeat<T>(attempt: () => Promise<T>): Promise<T> {
    return retrying(this.endpoint, this.wire.timing, this.wire.signal, attempt);
  }

  /** One attempt. Throws `NetworkFailure` and `PassingAnswer`, for `repeat`. */
  async once<T>(request: RegistryRequest, take: (answer: Answer) => Promise<T>): Promise<T> {
    const header = await this.authorization.current();
    let { answer, isOurs } = await this.follow(request, header);
    if (answer.status === 401 && isOurs) {
      const challenges = parseChallenges(answer.headers['www-authenticate']);
      answer.discard();
      ({ answer, isOurs } = await this.follow(request, await this.authorization.respond(challenges, header)));
      if (answer.status === 401 && isOurs) throw await this.authorization.refused(await wordsOf(answer, this.authorization.redact));
    }
    if (isPassing(answer.status)) {
      const said = await wordsOf(answer, this.authorization.redact);
      throw new PassingAnswer(answer.status, secondsToWait(answer.headers['retry-after']), request.what, said);
    }
    return take(answer);
  }

  /** The error for an answer with another status than those expected. Takes its body. */
  async unexpected(answer: Answer, what: string): Promise<Error> {
    return answerError(answer.status, this.endpoint, what, await wordsOf(answer, this.authorization.redact));
  }

  /** An address that the registry gave, if we may go there. */
  resolve(location: string | undefined, from: URL): URL {
    const url = location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
      throw senselessAnswer(this.endpoint, 'it redirects, but does not say where to');
    }
    if (url.protocol === 'http:' && this.endpoint.base.protocol === 'https:' && !this.wire.mayBePlain(url.host)) {
      throw senselessAnswer(
        this.endpoint,
        `it redirects to ${url.host} without TLS`,
        'Nothing was sent there. Ask the operators of the registry to correct it, or allow plain HTTP for that host in the settings: ' +
          docPage('registries.md'),
      );
    }
    return url;
  }

  /**
   * Sends a request, and to where it is sent on. Credentials are sent to the registry alone, and not when another server has sent us there:
   * it would choose what we ask for in our name.
   */
  private async follow(request: RegistryRequest, header: string | undefined): Promise<{ answer: Answer; isOurs: boolean }> {
    const { method, body, headers } = request;
    const { base, repository } = this.endpoint;
    let url = request.target instanceof URL ? request.target : new URL(`/v2/${repository}/${request.target}`, base);
    let isOurs = true;
    for (let hop = 0; ; hop++) {
      isOurs &&= url.origin === base.origin;
      const answer = await this.wire.http.send({
        method, url, signal: this.wire.signal,
        headers: { 'user-agent': userAgent(), ...headers, ...(isOurs && header !== undefined ? { authorization: header } : {}) },
        ...defined({ body }),
      });
      const isSentOn = REDIRECTS.has(answer.status) && (method === 'GET' || method === 'HEAD');
      if (!isSentOn) return { answer, isOurs };
      answer.discard();
      if (hop === MAX_REDIRECTS) throw senselessAnswer(this.endpoint, `it redirects more than ${MAX_REDIRECTS} times`);
      url = this.resolve(answer.headers.location, url);
    }
  }
}
