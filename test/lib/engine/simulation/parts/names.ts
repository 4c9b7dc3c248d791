/** Names of the parts of worlds: from parts of equal name the same follows. Ids of requests only say which answer belongs to which object. */
import type { Entry, Event, State } from '../../../../../lib/engine';
import type { Server } from '../server/api-server';
import type { Message, Process, Sent } from '../process';

/** The name of something made of parts. */
export function nameOfParts(whole: Event | Message | Sent): string {
  let name = '';
  for (const part of Object.values(whole) as readonly unknown[]) {
    name += `${typeof part === 'object' && part !== null ? intern(part) : String(part)}/`;
  }
  return name;
}

const serverNames = new WeakMap<Server, string>();

export function nameOfServer(server: Server): string {
  return named(serverNames, server, ({ objects }) => short([...objects.values()].map(intern).sort().join()));
}

const processNames = new WeakMap<Process, string>();

export function nameOfProcess(process: Process | undefined): string {
  return process === undefined ? '-' : named(processNames, process, (whole) => short(textOfProcess(whole)));
}

function textOfProcess({ state, before, life, proven, waiting, sent, fence, answers, streams, deadline, late, wrote }: Process): string {
  const isRunning = life === 'running' || life === 'asleep' || life === 'over';
  const queues = streams.map(({ scope, open, queue }) => `${scope.id}${open}${queue.map(nameOfParts).join()}`);
  return [
    life, isRunning ? nameOfState(state) : '', state.preflight, state.status, state.stopping, state.ending,
    state.finishing?.keys.join(), late,
    state.fencePending !== undefined, proven, intern(before), requests(waiting), requests(sent), fence !== undefined, deadline,
    answers.map(nameOfAnswer).sort().join(), queues.join(';'), isRunning ? wrote.join() : '',
  ].join('/');
}

const stateNames = new WeakMap<State, string>();

function nameOfState(state: State): string {
  return named(stateNames, state, (whole) => short(textOfState(whole)));
}

function textOfState({ entries, scopes }: State): string {
  return [...[...entries.values()].map(nameOfEntry), ...scopes.map(({ status, shown }) => status + keysOf(shown).join())].join('|');
}

/** Those that were shown. */
function keysOf(shown: Iterable<readonly [string, boolean]>): readonly string[] {
  return [...shown].flatMap(([key, isShown]) => (isShown ? [key] : [])).sort();
}

function requests(list: Process['sent']): string {
  return list.map(({ key, request }) => key + intern(request)).sort().join();
}

const entryNames = new WeakMap<Entry, string>();

function nameOfEntry(entry: Entry): string {
  return named(entryNames, entry, (whole) => short(textOfEntry(whole)));
}

function textOfEntry({ knowledge, progress, contest: { nudge, ...contest }, dryRun, fixed, record }: Entry): string {
  const { view, ...known } = { view: undefined, ...knowledge };
  const { attempts, id: _id, ...way } = { id: undefined, ...progress };
  return [known, contest].map((part) => JSON.stringify(part)).join() + [dryRun, nudge !== undefined, attempts > 0].join()
    + [view, fixed, record, { ...way, ...('poll' in way ? { poll: 'some' } : {}) }].map(intern).join();
}

const answerNames = new WeakMap<Event, string>();

function nameOfAnswer(event: Event): string {
  return named(answerNames, event, (whole) => nameOfParts('id' in whole ? { ...whole, id: 0 } : whole));
}

const numbers = new Map<string, string>();
const interned = new WeakMap<object, string>();

/** The name of content. */
export function intern(part: object | undefined): string {
  return part === undefined ? '-' : named(interned, part, (whole) => short(JSON.stringify(whole)));
}

/** A number for a text; the same parts recur in thousands of worlds. */
function short(text: string): string {
  const name = numbers.get(text) ?? numbers.size.toString(36);
  numbers.set(text, name);
  return name;
}

function named<Part extends object>(names: WeakMap<Part, string>, part: Part, nameOfPart: (part: Part) => string): string {
  let name = names.get(part);
  if (name === undefined) {
    name = nameOfPart(part);
    names.set(part, name);
  }
  return name;
}
