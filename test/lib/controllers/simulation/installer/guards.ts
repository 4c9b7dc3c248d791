/** Guards of the installer, each with what takes it out, a world in which it matters, and the rule that is violated without it. */
import type { Request } from '../api-server';
import type { Replaced } from './installer-turn';
import type { Rule } from './rules';
import type { Fault, Machine, Setting } from './world';

export interface Guard {
  readonly name: string;
  /** Where it stands: a file of lib/controllers. */
  readonly file: string;
  readonly world: string;
  readonly faults: Setting['faults'];
  readonly rule: Rule;
  readonly change?: Replaced['change'];
  readonly machine?: Partial<Machine>;
}

type Fn = (...args: never[]) => unknown;

const none: Setting['faults'] = { limit: 0, kinds: [] };
const one = (...kinds: readonly Fault[]): Setting['faults'] => ({ limit: 1, kinds });

const answering = (name: string, answer: unknown): Replaced['change'] => () => ({ [name]: () => answer });

function changed(name: string, change: (result: never) => unknown): Replaced['change'] {
  return (actual) => ({ [name]: (...args: never[]) => change((actual[name] as Fn)(...args) as never) });
}

/** Content Secrets are made without an owner. */
function orphaned(request: Request): Request {
  if (request.type !== 'create' || request.object.kind !== 'Secret') return request;
  const { ownerReferences: _owners, ...metadata } = request.object.metadata;
  return { ...request, object: { ...request.object, metadata } };
}

export const GUARDS: readonly Guard[] = [
  {
    name: 'a process that does not lead sends nothing', file: 'run-controllers', world: 'upgrade', faults: one('crash'), rule: 'I1',
    machine: { fence: false },
  },
  {
    name: 'the newest revision decides, not any', file: 'extension/generate', world: 'there and back', faults: none, rule: 'I6',
    change: (actual) => ({
      generationOf: (states: { all: readonly { request?: string }[] }, request: string) => {
        const revision = states.all.find((one) => one.request === request);
        return revision === undefined ? (actual['generationOf'] as Fn)(states as never, request as never) : { type: 'unchanged', revision };
      },
    }),
  },
  {
    name: 'numbers of archived revisions are not used again', file: 'extension/generate', world: 'there and back', faults: none, rule: 'I6',
    change: (actual) => ({
      generationOf: ({ all, ...states }: { all: readonly { lifecycleState: string }[] }, request: string) => (
        (actual['generationOf'] as Fn)({ ...states, all: all.map((one, index) => ({ ...one, number: Math.min(1, index + 1) })) } as never, request as never)
      ),
    }),
  },
  {
    name: 'a revision names those that it takes objects over from', file: 'extension/generate', world: 'upgrade', faults: none, rule: 'I2',
    change: changed('generationOf', (result: object) => ({ ...result, previous: [] })),
  },
  {
    name: 'active revisions are never outdated', file: 'extension/generate', world: 'install', faults: none, rule: 'I3',
    change: (_actual) => ({ outdatedRevisions: ({ all }: { all: readonly unknown[] }) => all }),
  },
  {
    name: 'a rollout that does not come up may be left', file: 'extension/revision-facts', world: 'stuck', faults: one('stuck'), rule: 'I6',
    change: answering('isStuck', false),
  },
  {
    name: 'Secrets that did not get their revision as owner get it', file: 'extension/write-revision', world: 'install', faults: one('crash'), rule: 'I6',
    change: answering('unownedSecrets', []),
  },
  {
    name: 'a Secret that is shown late wakes its extension', file: 'extension/write-revision', world: 'install', faults: one('lost-before'), rule: 'I6',
    change: answering('wokenBy', []),
  },
  {
    name: 'until then they belong to the extension', file: 'extension/write-revision', world: 'delete', faults: one('crash'), rule: 'I6',
    machine: { sending: orphaned },
  },
  {
    name: 'the server itself says that no revision is left', file: 'extension/leave', world: 'delete', faults: one('lost-after'), rule: 'I4',
    machine: { sending: (request) => (request.type === 'list' ? { ...request, labels: { none: 'such' } } : request) },
  },
  {
    name: 'an upgrade waits for its approval', file: 'approval/decide', world: 'approval', faults: none, rule: 'I5',
    change: changed('decideUpgrade', (result: object) => ({ ...result, mayGo: true })),
  },
];
