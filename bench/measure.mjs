/** One measured step: run its commands, then look at what they asked of the API server. */
import { spawn } from 'node:child_process';
import { markAuditLog, requestsSince } from './audit.mjs';
import { isOfWorkload } from './workload.mjs';

/**
 * Runs the commands of a step one after the other.
 *
 * @returns wall time of all processes from the start of the first to the end of the last, CPU time of all, largest peak
 *          memory of one, requests by kind; for steps that delete, also the seconds until the last delete was accepted
 */
export async function measureStep({ measure, commands, env, auditLog, userAgent }) {
  const mark = markAuditLog(auditLog);
  const runs = [];
  for (const command of commands) runs.push(await runMeasured(measure, command, env));
  const { lastDelete, mostWrites: _mostWrites, ...requests } = await requestsSince(mark, { userAgent, isOfWorkload });
  const startedAt = Date.parse(runs[0].startedAt);
  return {
    wallSeconds: round((Date.parse(runs.at(-1).endedAt) - startedAt) / 1000),
    ...(lastDelete !== undefined && { deletesAcceptedSeconds: round((lastDelete - startedAt) / 1000) }),
    cpuSeconds: round(runs.reduce((sum, run) => sum + run.cpuSeconds, 0)),
    peakMiB: round(Math.max(...runs.map((run) => run.peakBytes)) / 1024 / 1024),
    requests,
  };
}

/** Throws when the command fails: a benchmark of failures says nothing. */
function runMeasured(measure, command, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(measure, command, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    let output = '';
    let result = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.stdio[3].on('data', (chunk) => (result += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const measured = code === 0 ? JSON.parse(result) : { exitCode: code };
      if (measured.exitCode === 0) resolve(measured);
      else reject(new Error(`${command.join(' ')} ended with ${measured.exitCode}:\n${output.trim().slice(-4000)}`));
    });
  });
}

export function round(number) {
  return Math.round(number * 1000) / 1000;
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return round(sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
}
