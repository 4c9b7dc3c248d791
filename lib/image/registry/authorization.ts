import { isJsonObject } from '../../api';
import { defined } from '../../defined';
import { hostOf, isLoopback, secondsToWait, type Answer, type HttpClient } from '../../net';
import { userAgent } from '../../version';
import type { Challenge } from './challenge';
import { findCredentials, type CredentialSource, type FoundCredentials } from './credentials';
import type { Endpoint } from './endpoint';
import { senselessAnswer, unauthorized, unprotected, wordsOf } from './problem';
import { isPassing, PassingAnswer } from './retry';

/** What a session may do with its repository, as token services name it. */
export type Actions = 'pull' | 'pull,push';

/** Tokens without a stated end are good for a minute (Docker's token specification). */
const DEFAULT_SECONDS = 60;
/** A new token is asked for this long before the old one ends, so that none ends on its way. */
const MARGIN_MS = 10_000;

/** What is needed to answer a challenge. */
export interface AuthorizationContext {
  readonly http: HttpClient;
  readonly credentials: readonly CredentialSource[];
  /** Whether plain HTTP was asked for, for this `host:port`. */
  readonly mayBePlain: (host: string) => boolean;
  readonly signal: AbortSignal | undefined;
}

/** Who we are to one repository: anonymous, until it asks. Credentials are looked up when they are needed, once. */
export class Authorization {
  private found: Promise<FoundCredentials | undefined> | undefined;
  private header: string | undefined;
  private expires = Infinity;
  private bearer: Challenge | undefined;
  private asking: Promise<string> | undefined;
  private readonly secrets = new Set<string>();

  constructor(
    private readonly context: AuthorizationContext,
    private readonly endpoint: Endpoint,
    private readonly actions: Actions,
  ) {}

  /** The header for the next request; undefined as long as nothing was asked for. */
  async current(): Promise<string | undefined> {
    if (this.bearer !== undefined && this.expires <= performance.now()) return this.renew(this.bearer);
    return this.header;
  }

  /**
   * The header for a repetition, after a 401.
   * @param sent what the refused request had
   * @throws BoxcutterError `registry-unauthorized` when there is nothing else to try
   */
  async respond(challenges: readonly Challenge[], sent: string | undefined): Promise<string> {
    // Another request was refused before, and has got a new token.
    if (this.header !== undefined && this.header !== sent) return this.header;
    const bearer = challenges.find(({ scheme }) => scheme === 'bearer');
    if (bearer !== undefined) return this.renew(bearer);
    if (!challenges.some(({ scheme }) => scheme === 'basic')) {
      throw senselessAnswer(this.endpoint, 'it asks for credentials, but does not say how to send them');
    }
    const found = await this.find();
    if (found?.username === undefined || found.password === undefined) throw unauthorized(this.endpoint, this.actions, found?.origin);
    const header = this.keep(basic(found.username, found.password));
    if (header === sent) throw unauthorized(this.endpoint, this.actions, found.origin);
    this.bearer = undefined;
    return (this.header = header);
  }

  /** The error for a second 401. */
  async refused(said: string): Promise<Error> {
    return unauthorized(this.endpoint, this.actions, (await this.find())?.origin, said);
  }

  /** A text of the server without anything that we sent as a secret. */
  readonly redact = (text: string): string => [...this.secrets].reduce((clean, secret) => clean.replaceAll(secret, '…'), text);

  private find(): Promise<FoundCredentials | undefined> {
    this.found ??= findCredentials(this.context.credentials, this.endpoint.registry, this.endpoint.repository).then((found) => {
      if (found !== undefined && !isProtected(this.endpoint.base)) throw unprotected(this.endpoint, found.origin);
      for (const secret of [found?.password, found?.identityToken, found?.registryToken]) {
        // A refresh token travels in a form, and an answer may quote it as it stands there.
        if (secret) {
          for (const form of [
            secret,
            encodeURIComponent(secret),
            new URLSearchParams([['', secret]]).toString().slice(1),
          ]) this.secrets.add(form);
        }
      }
      return found;
    });
    return this.found;
  }

  private keep(header: string): string {
    this.secrets.add(header.slice(header.indexOf(' ') + 1));
    return header;
  }

  /** Many requests are refused at once: the first asks for a token, the others wait for the same one. */
  private renew(challenge: Challenge): Promise<string> {
    this.asking ??= this.fetchToken(challenge).finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  private async fetchToken(challenge: Challenge): Promise<string> {
    const found = await this.find();
    if (found?.registryToken !== undefined) {
      const header = this.keep(`Bearer ${found.registryToken}`);
      if (header === this.header) throw unauthorized(this.endpoint, this.actions, found.origin);
      return (this.header = header);
    }
    const answer = await this.askService(challenge, found);
    if (isPassing(answer.status)) {
      const said = await wordsOf(answer, this.redact);
      const pause = secondsToWait(answer.headers['retry-after']);
      throw new PassingAnswer(answer.status, pause, `give a token for ${this.endpoint.repository}`, said);
    }
    if (answer.status >= 400 && answer.status < 500) {
      throw unauthorized(this.endpoint, this.actions, found?.origin, await wordsOf(answer, this.redact));
    }
    if (answer.status !== 200) {
      answer.discard();
      throw senselessAnswer(this.endpoint, `its token service answered ${answer.status}`);
    }
    const { token, seconds } = understand(await answer.read(1024 * 1024)) ?? {};
    if (token === undefined || !/^[\x21-\x7e]+$/.test(token)) throw senselessAnswer(this.endpoint, 'its token service gave no token');
    const lifeMs = (seconds ?? DEFAULT_SECONDS) * 1000;
    this.expires = performance.now() + lifeMs - Math.min(MARGIN_MS, lifeMs / 4);
    this.bearer = challenge;
    return (this.header = this.keep(`Bearer ${token}`));
  }

  private askService({ parameters }: Challenge, found: FoundCredentials | undefined): Promise<Answer> {
    const realm = this.realm(parameters['realm'] ?? '', found);
    const { http, signal } = this.context;
    const question = new URLSearchParams();
    if (parameters['service'] !== undefined) question.set('service', parameters['service']);
    for (const scope of this.scopes(parameters['scope'])) question.append('scope', scope);
    const common = { 'accept': 'application/json', 'user-agent': userAgent() };
    if (found?.identityToken !== undefined) {
      // OAuth 2, as Docker's token specification has it for refresh tokens: scopes in one parameter.
      question.set('scope', question.getAll('scope').join(' '));
      question.set('grant_type', 'refresh_token');
      question.set('client_id', 'boxcutter');
      question.set('refresh_token', found.identityToken);
      const headers = { ...common, 'content-type': 'application/x-www-form-urlencoded' };
      return http.send({ method: 'POST', url: realm, headers, body: question.toString(), signal });
    }
    for (const [name, value] of question) realm.searchParams.append(name, value);
    const known = found?.username === undefined || found.password === undefined
      ? undefined
      : this.keep(basic(found.username, found.password));
    const headers = { ...common, ...defined({ authorization: known }) };
    return http.send({ method: 'GET', url: realm, headers, signal });
  }

  /** Credentials go there, so it has to be protected; without any, it may not be less protected than the registry. */
  private realm(text: string, found: FoundCredentials | undefined): URL {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
      throw senselessAnswer(this.endpoint, 'it asks for a token, but does not say where to get one');
    }
    const isAllowed = this.endpoint.base.protocol === 'http:' || this.context.mayBePlain(url.host);
    if ((url.protocol === 'http:' && !isAllowed) || (found !== undefined && !isProtected(url))) {
      const hint = 'They were not sent. Ask the operators of the registry to correct it.';
      throw senselessAnswer(this.endpoint, `it asks to send credentials to ${url.host} without TLS`, hint);
    }
    return url;
  }

  /** The registry says which scope a request needs. A session that writes asks for both at once, instead of twice. */
  private scopes(named: string | undefined): readonly string[] {
    const own = `repository:${this.endpoint.repository}:${this.actions}`;
    if (named === undefined || named === '') return [own];
    return named.split(' ').map((scope) => (this.actions === 'pull,push'
      ? scope.replace(/^(repository:.+):pull$/, '$1:pull,push')
      : scope));
  }
}

/** What is sent there cannot be read on the way. */
function isProtected(url: URL): boolean {
  return url.protocol === 'https:' || isLoopback(hostOf(url));
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function understand(body: Buffer): { token?: string; seconds?: number } | undefined {
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'));
    if (!isJsonObject(answer)) return undefined;
    const token = answer['token'] || answer['access_token'];
    const seconds = answer['expires_in'];
    return { ...(typeof token === 'string' ? { token } : {}), ...(typeof seconds === 'number' && seconds > 0 ? { seconds } : {}) };
  } catch {
    return undefined;
  }
}
