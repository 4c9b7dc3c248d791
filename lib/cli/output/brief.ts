/**
 * Words of the API server, as long as people read. It prints the whole value that it refuses, in the notation of Go; what matters,
 * the field and what is wrong with it, stands before and behind. Machines get all of it.
 */

/** Characters that are shown of one message. */
const LIMIT = 300;

/** Characters that are shown of a refused value. */
const VALUE_LIMIT = 40;

/**
 * Characters of one message that are looked at: half of them at its beginning, half at its end. A refused value may be as large as an
 * object can be, and trying the patterns takes time by the square of what they are tried on.
 */
const LOOKED_AT = 4_000;
/** The same for who may not do what, which stands at the beginning and may name all groups of a user. */
const REFUSAL_LOOKED_AT = 40_000;

/** A refused value, up to the reason: words without brackets, at the end of the message or before the next field. */
const VALUE = new RegExp(
  /(Invalid value: )(.{60,}?)(: [^:{}"\\]{5,200}?)/.source +
    /(?=\]?$|, [\w.[\]()-]+: (?:Invalid value|Required|Forbidden|Unsupported|Duplicate))/.source,
  'gs',
);

/** The no of the authorizer, and that to handing out what one does not have: who may not do what, where. */
const CANNOT = /User "[^"]*" cannot \w+ resource "[^"]*"(?: in API group "[^"]*")?(?: in the namespace "[^"]*"| at the cluster scope)?/;
const GRANTS = /user "[^"]*" (?:\(groups=\[[^\]]{0,20000}\]\) )?is attempting to grant RBAC permissions not currently held/;
const FORBIDDEN = new RegExp(`is forbidden: (?:${CANNOT.source}|${GRANTS.source})`);

/** The message, with what is long left out in the middle. */
export function brief(message: string): string {
  if (message.length <= LIMIT) return message;
  const refusal = FORBIDDEN.exec(message.slice(0, REFUSAL_LOOKED_AT));
  if (refusal !== null) return briefRefusal(message, refusal[0], refusal.index);
  const shorten = (_all: string, intro: string, value: string, reason: string): string =>
    `${intro}${value.slice(0, VALUE_LIMIT)}…${reason}`;
  const text = ends(message).replace(VALUE, shorten);
  if (text.length <= LIMIT) return text;
  // The beginning names the object and the field, the end what is wrong.
  const head = text.slice(0, LIMIT - 100);
  const tail = text.slice(-95);
  const begin = head.slice(0, atBlank(head.lastIndexOf(' '), head.length - 20, head.length));
  const end = tail.slice(atBlank(tail.indexOf(' ') + 1, 0, 0, 20));
  return `${begin} … ${end}`;
}

/** A long message without its middle. */
function ends(message: string): string {
  const half = LOOKED_AT / 2;
  return message.length <= LOOKED_AT ? message : `${message.slice(0, half)} … ${message.slice(-half)}`;
}

/** What may not be done stands whole, whatever is before and behind it; the groups of the user are left out. */
function briefRefusal(message: string, refusal: string, at: number): string {
  const core = refusal.replace(/\(groups=\[[^\]]*\]\) /, '');
  const [before, behind] = [message.slice(0, at), message.slice(at + refusal.length)];
  const head = before.length <= LIMIT / 2 ? before : `${before.slice(0, LIMIT / 4)} … ${before.slice(-LIMIT / 4)}`;
  const room = Math.max(40, LIMIT - head.length - core.length);
  return `${head}${core}${behind.length <= room ? behind : `${behind.slice(0, room)} …`}`;
}

/** Where a word ends, unless that is too far away. */
function atBlank(at: number, from: number, otherwise: number, to = Number.POSITIVE_INFINITY): number {
  return at >= from && at <= to ? at : otherwise;
}
