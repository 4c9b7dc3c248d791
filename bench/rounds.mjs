/** The rounds of the benchmark: in each of them every tool takes all steps, one tool after the other. */

/**
 * What a peer fails at is cleaned up, and its round begun anew, once; when it fails again, this round of it is left out. A failure of ours
 * ends the benchmark.
 *
 * @param measure gives the sample of one step of one tool: `(tool, step)`
 * @param gone waits until nothing of the workload is left
 * @param clean removes what a tool that failed has left
 * @returns `samples`: of the rounds that count, by tool and step; `leftOut`: `{ id, round, reason }` of those that failed
 */
export async function measureRounds({ tools, steps, rounds, isOurs, measure, gone, clean, say = console.log }) {
  const samples = Object.fromEntries(tools.map((tool) => [tool.id, Object.fromEntries(steps.map((step) => [step, []]))]));
  const leftOut = [];
  // Round 0 fills the caches of the tools (discovery, on disk) and of the server, and is not counted.
  for (let number = 0; number <= rounds; number++) {
    const round = number === 0 ? 'warm-up' : `round ${number}`;
    // Another tool begins each round, so that no one always comes right after the same other.
    const order = tools.map((_, index) => tools[(index + number) % tools.length]);
    for (const tool of order) {
      const found = await roundOf(tool, round);
      if (number > 0) for (const [step, sample] of found) samples[tool.id][step].push(sample);
    }
  }
  return { samples, leftOut };

  /** Samples by step; none when the round is left out. */
  async function roundOf(tool, round) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await measureOnce(tool, round);
      } catch (error) {
        if (isOurs(tool)) throw error;
        const reason = reasonOf(error);
        say(`${round}  ${tool.id} failed, ${attempt === 1 ? 'and begins anew' : 'and is left out of this round'}: ${error.message}`);
        await clean();
        if (attempt === 1) continue;
        leftOut.push({ id: tool.id, round, reason });
        return [];
      }
    }
  }

  async function measureOnce(tool, round) {
    const found = [];
    for (const step of steps) {
      const sample = await measure(tool, step).catch((error) => {
        throw new Error(`${step}: ${error.message}`, { cause: error });
      });
      const { wallSeconds, peakMiB, requests } = sample;
      say(`${round}  ${tool.id} ${step}: ${wallSeconds.toFixed(2)} s, ${requests.all} requests, ${peakMiB.toFixed(0)} MiB`);
      found.push([step, sample]);
    }
    await gone();
    return found;
  }
}

/** Which step failed, and the last line of what the tool said of it. */
function reasonOf({ message }) {
  const lines = message.trim().split('\n');
  const step = /^\w+: /.exec(lines[0])?.[0] ?? '';
  const last = lines.at(-1).trim().slice(0, 200);
  return last.startsWith(step) ? last : `${step}${last}`;
}
