/** What the largest bundles cost on a cluster, in CPU time of the command: rendering, the first apply, a plan and an apply of the same. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../between.mjs';
import { atMost } from '../goals.mjs';

/** CPU seconds that the largest bundle may take at most; each step includes rendering. */
const MOST = { 'first apply': 2, 'plan': 1.5, 'second apply': 1.5 };
const NAMESPACE = 'bundles';
const LARGEST = 3;
/** Some bring examples for consoles that only OpenShift has. */
const OPTIONS = ['-n', NAMESPACE, '--certificates', 'service-ca', '--skip-unserved'];
const STEPS = {
  'render': (path) => ['bundle', 'render', path, '-n', NAMESPACE, '--certificates', 'service-ca'],
  'first apply': (path, name) => ['apply', path, '--name', name, ...OPTIONS],
  'plan': (path, name) => ['plan', path, '--name', name, ...OPTIONS],
  'second apply': (path, name) => ['apply', path, '--name', name, ...OPTIONS],
};

/**
 * @param bundles `{ name, path, bytes }` each
 * @param run runs the command with these words and this environment: `{ status, cpuSeconds, kib }`
 * @returns the version of the API server, a table in Markdown, and what became of the goals
 */
export async function applyBundles(bundles, run, scratch) {
  const { up, down } = await import('../../dist/lib/control-plane/index.js');
  const largest = [...bundles].sort((a, b) => b.bytes - a.bytes).slice(0, LARGEST);
  await down('bundles');
  const { kubeconfig, version } = await up({ name: 'bundles' });
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  try {
    const namespace = join(scratch, 'namespace.json');
    writeFileSync(namespace, JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } }));
    // Also fills the caches of discovery and of compiled code, for each of the words.
    for (const word of ['apply', 'plan']) {
      const words = [word, namespace, '--name', 'ground', '-n', 'default'];
      for (let time = 0; time < 3; time += 1) mustSucceed(run(words, env), words);
    }
    const goals = [];
    const rows = largest.map(({ name, path }, place) => {
      const extension = name.replaceAll('.', '-');
      const cells = Object.entries(STEPS).map(([step, wordsOf]) => {
        const words = wordsOf(path, extension);
        const used = mustSucceed(run(words, env), words);
        if (place === 0 && step in MOST) goals.push(atMost(`${name}, ${step}: CPU time`, used.cpuSeconds, MOST[step], seconds));
        return used;
      });
      // The next may be another version of the same.
      const words = ['delete', extension, '-n', NAMESPACE];
      mustSucceed(run(words, env), words);
      const peak = Math.max(...cells.map(({ kib }) => kib)) / 1024;
      return [name, ...cells.map(({ cpuSeconds }) => seconds(cpuSeconds)), `${Math.round(peak)} MiB`];
    });
    return { kubernetes: version, table: markdownTable(['CPU time', ...Object.keys(STEPS), 'peak memory'], rows), goals };
  } finally {
    await down('bundles');
  }
}

const seconds = (value) => `${value.toFixed(2)} s`;

/** A benchmark of failures says nothing. */
function mustSucceed(result, words) {
  if (result.status !== 0) throw new Error(`boxcutter ${words.join(' ')} ended with ${result.status}:\n${result.stderr}`);
  return result;
}
