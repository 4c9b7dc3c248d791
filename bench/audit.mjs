/** What a program asked of the API server, from the server's own audit log. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const writing = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

/** The place in the log to read from later. */
export function markAuditLog(file) {
  return { file, offset: statSync(file).size, inode: statSync(file).ino };
}

/**
 * The requests that were logged since the mark by clients whose user agent starts with `userAgent`. The log is written a
 * little later than the answers, so this looks until no such line was added for `quietMs`.
 *
 * @param isOfWorkload tells by the `objectRef` of an event whether it is about the workload, and not the tool's own state
 */
export async function requestsSince(mark, { userAgent, isOfWorkload, quietMs = 300 }) {
  let events = eventsSince(mark, userAgent);
  for (let seen = -1; events.length !== seen; events = eventsSince(mark, userAgent)) {
    seen = events.length;
    await sleep(quietMs);
  }
  // Every tool asks for something: none at all means that it calls itself differently now.
  if (events.length === 0) throw new Error(`the audit log has no request of a client that calls itself ${userAgent}`);
  return summarise(events, isOfWorkload);
}

function eventsSince(mark, userAgent) {
  const file = openSync(mark.file, 'r');
  try {
    const { size, ino } = fstatSync(file);
    if (ino !== mark.inode) throw new Error('the audit log was rotated during a measurement');
    const buffer = Buffer.alloc(size - mark.offset);
    readSync(file, buffer, 0, buffer.length, mark.offset);
    const lines = buffer.toString('utf8').split('\n');
    lines.pop(); // The last line may not be complete yet.
    return lines.filter((line) => line.includes(`"userAgent":"${userAgent}`)).map((line) => JSON.parse(line));
  } finally {
    closeSync(file);
  }
}

/**
 * Counts by verb. Requests that only ask what would happen (`dryRun=All`) are counted apart: they write nothing.
 * A watch has two events, one at its start and one at its end, and is one request. `lastDelete` is when the last deletion of
 * an object of the workload was answered, in milliseconds, `mostWrites` how often one of its objects was written, at most.
 */
function summarise(events, isOfWorkload) {
  const requests = new Map(events.map((event) => [event.auditID, event]));
  const byVerb = {};
  const total = { all: requests.size, writes: 0, dryRuns: 0, others: 0 };
  let lastDelete;
  const writes = {};
  for (const event of requests.values()) {
    const dryRun = /[?&]dryRun=/.test(event.requestURI);
    const verb = dryRun ? `${event.verb} (dry run)` : event.verb;
    byVerb[verb] = (byVerb[verb] ?? 0) + 1;
    total[dryRun ? 'dryRuns' : writing.has(event.verb) ? 'writes' : 'others'] += 1;
    if (!dryRun && writing.has(event.verb) && isOfWorkload(event.objectRef)) {
      const { apiGroup, resource, namespace, name } = event.objectRef;
      const key = [apiGroup, resource, namespace, name].join('/');
      writes[key] = (writes[key] ?? 0) + 1;
    }
    if (!dryRun && event.verb.startsWith('delete') && isOfWorkload(event.objectRef)) {
      lastDelete = Math.max(lastDelete ?? 0, Date.parse(event.stageTimestamp));
    }
  }
  const mostWrites = Math.max(0, ...Object.values(writes));
  return { ...total, byVerb: Object.fromEntries(Object.entries(byVerb).sort()), lastDelete, mostWrites };
}
