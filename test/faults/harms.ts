/**
 * The faults of the matrix: each with a name for the table, and the requests that it can be done to.
 */
import type { RestartableProgram } from '../../lib/control-plane';
import type { Fault, ProxiedRequest } from '../../lib/testing';

/** What happens at a point: a fault of the proxy, or the end, a long sleep or a wrong clock of the process. */
export type Harm = {
  readonly name: string;
  /** The requests that it can be done to. */
  readonly fits: (request: ProxiedRequest) => boolean;
} & (
  | {
      readonly type: 'fault';
      readonly fault: Fault;
      /** When the memory of a stale answer is taken. */
      readonly remember?: 'now' | 'before';
    }
  | { readonly type: 'kill'; readonly at: 'arrival' | 'answer' }
  | { readonly type: 'stop' }
  /** The clock of the process is set forward or back while it waits for the answer. */
  | { readonly type: 'clock'; readonly hours: 1 | -1 }
  /**
   * What the run needs goes away, and comes back at once or when the run is over. `besides`: the answer to the request is lost, or the
   * process dies there, when the server has done it.
   */
  | { readonly type: 'away'; readonly back: 'soon' | 'later'; readonly besides?: 'lost-answer' | 'kill' }
  /**
   * A program of the control plane gets SIGKILL and is started again: before the server has the request, or when it was done and unheard.
   */
  | { readonly type: 'crash'; readonly program: RestartableProgram; readonly at: 'arrival' | 'answer' }
);

const WRITES = ['create', 'update', 'patch', 'apply', 'delete', 'deletecollection'];
const always = (): boolean => true;
const mayWrite = ({ verb }: ProxiedRequest): boolean => WRITES.includes(verb);
const writes = (request: ProxiedRequest): boolean => mayWrite(request) && !request.dryRun;
const isWatch = ({ watch }: ProxiedRequest): boolean => watch;
const isNoWatch = ({ watch }: ProxiedRequest): boolean => !watch;
const isRead = ({ verb, path }: ProxiedRequest): boolean =>
  verb === 'get' || verb === 'list' || (verb === 'watch' && path.includes('sendInitialEvents'));

const harm = (name: string, fits: (request: ProxiedRequest) => boolean, fault: Fault, remember?: 'now' | 'before'): Harm => ({
  name, type: 'fault', fits, fault, ...(remember === undefined ? {} : { remember }),
});
const answered = (name: string, fits: (request: ProxiedRequest) => boolean, fault: Extract<Fault, { type: 'answer' }>['answer']): Harm =>
  harm(name, fits, { type: 'answer', answer: fault });
const after = <T extends string>(type: T, ...counts: readonly number[]) => counts.map((count) => ({ type, after: count }));

export const harms: readonly Harm[] = [
  harm('refuse', always, { type: 'refuse' }),
  harm('drop-answer', always, { type: 'drop-answer' }),
  harm('silence', always, { type: 'silence' }),
  harm('duplicate', writes, { type: 'duplicate' }),
  // After the caller has given up (0.4 s), and while it still waits.
  harm('late-request', writes, { type: 'delay-request', ms: 700 }),
  harm('slow-answer', always, { type: 'delay-answer', ms: 150 }),
  answered('conflict', mayWrite, { type: 'conflict' }),
  answered('field-manager-conflict', ({ verb }) => verb === 'apply', { type: 'field-manager-conflict' }),
  answered('already-exists', ({ verb }) => verb === 'apply' || verb === 'create', { type: 'already-exists' }),
  answered('too-many-requests', always, { type: 'too-many-requests', retryAfterSeconds: 1 }),
  answered('internal-error', always, { type: 'internal-error' }),
  answered('unavailable', always, { type: 'unavailable' }),
  answered('gateway-timeout', always, { type: 'gateway-timeout' }),
  answered('expired', isRead, { type: 'expired' }),
  harm('timeout-after', writes, { type: 'timeout-after' }),
  harm('truncate', isNoWatch, { type: 'truncate' }),
  harm('cut-body', isNoWatch, { type: 'cut-body' }),
  harm('stale', isRead, { type: 'stale' }, 'now'),
  harm('stale-empty', isRead, { type: 'stale' }, 'before'),
  ...after('watch-cut', 0, 1, 3).map((fault) => harm('watch-cut', isWatch, fault)),
  ...after('watch-half-line', 0, 2).map((fault) => harm('watch-half-line', isWatch, fault)),
  ...after('watch-freeze', 0, 1, 2).map((fault) => harm('watch-freeze', isWatch, fault)),
  ...after('watch-lag', 0, 1).map((fault) => harm('watch-lag', isWatch, { ...fault, ms: 120 })),
  ...after('watch-duplicate', 0, 1).map((fault) => harm('watch-duplicate', isWatch, fault)),
  // Where no second event comes, the first is late.
  ...after('watch-reorder', 0, 1, 2).map((fault) => harm('watch-reorder', isWatch, { ...fault, ms: 120 })),
  ...after('watch-drop', 0, 1, 2).map((fault) => harm('watch-drop', isWatch, fault)),
  harm('watch-no-bookmarks', isWatch, { type: 'watch-no-bookmarks', after: 0 }),
  ...after('watch-error', 0, 1).map((fault) => harm('watch-error', isWatch, { ...fault, code: 410 })),
  harm('watch-error', isWatch, { type: 'watch-error', after: 1, code: 500 }),
  { name: 'kill-before', type: 'kill', at: 'arrival', fits: always },
  { name: 'kill-after', type: 'kill', at: 'answer', fits: always },
  { name: 'stop', type: 'stop', fits: writes },
  { name: 'clock-jump', type: 'clock', hours: 1, fits: always },
  { name: 'clock-jump', type: 'clock', hours: -1, fits: always },
  ...['crd-away', 'webhook-away', 'registry-away'].flatMap((name) => [
    { name, type: 'away', back: 'soon', fits: always } as const,
    { name, type: 'away', back: 'later', fits: always } as const,
    { name, type: 'away', back: 'later', besides: 'lost-answer', fits: always } as const,
    { name, type: 'away', back: 'later', besides: 'kill', fits: always } as const,
  ]),
  ...(['arrival', 'answer'] as const).flatMap((at) => [
    { name: 'kill-apiserver', type: 'crash', program: 'kube-apiserver', at, fits: always } as const,
    { name: 'kill-etcd', type: 'crash', program: 'etcd', at, fits: always } as const,
  ]),
];

/** Of these or of the others, in the order of the table. */
export const harmNames: readonly string[] = [...new Set(harms.map(({ name }) => name))];
/** Those that need a control plane of their own. */
export const crashNames: readonly string[] = [...new Set(harms.filter(({ type }) => type === 'crash').map(({ name }) => name))];

/** For the line that repeats a point: faults of one name differ in when they begin, in where the clock jumps, or in whether what
 * goes away comes back while the run goes on, and what happens to the request besides. */
export function variantOf(harm: Harm): string {
  if (harm.type === 'crash') return `@${harm.at}`;
  if (harm.type === 'away') return `@${harm.besides ?? (harm.back === 'soon' ? 'back' : 'gone')}`;
  if (harm.type === 'clock') return harm.hours > 0 ? '@forward' : '@back';
  if (harm.type !== 'fault' || !('after' in harm.fault)) return '';
  return `@${harm.fault.after}${harm.fault.type === 'watch-error' ? `:${harm.fault.code}` : ''}`;
}

/** On a slow machine a delay has to be longer to outlast the caller's patience. */
export function slowed(fault: Fault, slowness: number): Fault {
  return 'ms' in fault && fault.ms !== undefined ? { ...fault, ms: fault.ms * slowness } : fault;
}
