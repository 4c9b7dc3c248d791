/** How to show who we are: with a header, a client certificate, or both. */
export interface Identity {
  readonly authorization?: string;
  /** PEM. */
  readonly cert?: string;
  readonly key?: string;
}

/** A source of identity. Its values may change while the program runs (rotated tokens and certificates). */
export interface Credentials {
  /** Throws `credentials-unavailable`. */
  current(): Promise<Identity>;
  /**
   * Forget what is cached, after the server answered 401. False when that cannot change anything.
   * @param sentAt when the refused request was sent, as `performance.now()`: what we got since then was not refused. @default now
   */
  renew(sentAt?: number): boolean;
  /** Getting them may ask the user something: a credential plugin opens a login page. @default false */
  readonly mayAsk?: boolean;
}
