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
 * little later than the answers, so this waits until it has not grown by such lines for `quietMs`.
 */
export async function requestsSince(mark, userAgent, quietMs = 300) {
  let size = -1;
  for (let now = statSync(mark.file).size; now !== size; now = statSync(mark.file).size) {
    size = now;
    await sleep(quietMs);
    // Other clients of the cluster never stop asking: one more look is enough when ours are done.
    if (lastOf(mark, userAgent) + quietMs < Date.now()) break;
  }
  return summarise(eventsSince(mark, userAgent));
}

function lastOf(mark, userAgent) {
  return Math.max(0, ...eventsSince(mark, userAgent).map((event) => Date.parse(event.stageTimestamp)));
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
 * an object of the workload was answered, in milliseconds.
 */
function summarise(events, isOfWorkload) {
  const requests = new Map(events.map((event) => [event.auditID, event]));
  const byVerb = {};
  const total = { all: requests.size, writes: 0, dryRuns: 0, others: 0 };
  let lastDelete;
  for (const event of requests.values()) {
    const dryRun = /[?&]dryRun=/.test(event.requestURI);
    const verb = dryRun ? `${event.verb} (dry run)` : event.verb;
    byVerb[verb] = (byVerb[verb] ?? 0) + 1;
    total[dryRun ? 'dryRuns' : writing.has(event.verb) ? 'writes' : 'others'] += 1;
    if (!dryRun && event.verb.startsWith('delete') && isOfWorkload(event.objectRef)) lastDelete = Math.max(lastDelete ?? 0, Date.parse(event.stageTimestamp));
  }
  return { ...total, byVerb: Object.fromEntries(Object.entries(byVerb).sort()), lastDelete };
}
