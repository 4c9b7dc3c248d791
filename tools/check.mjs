/**
 * Everything CI asks of a change beside the tests. `node tools/check.mjs` runs all checks and goes on after a failure;
 * `node tools/check.mjs lint types` runs those named. Prints one line a check, and the output of those that fail.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from './build.mjs';
import { beginRun } from './run/run.mjs';
import { root, setup } from './setup.mjs';

/** Each answers with what there is to say; an Error is a failure, and its message the output to show. */
const checks = {
  lint: () => void node('node_modules/eslint/bin/eslint.js', '.'),
  layering: () => lastLine(node('test/package/layering.mjs')),
  types: () => void node('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.check.json'),
  projen: () =>
    unchanged(['package.json', ...JSON.parse(readFileSync(join(root, '.projen/files.json'), 'utf8')).files], () =>
      run(process.execPath, ['node_modules/tsx/dist/cli.mjs', '.projenrc.ts'], { PROJEN_DISABLE_POST: 'true' }),
    ),
  generated: () => unchanged(generatedFiles(), () => run('npm', ['run', '--silent', 'generate']), generatedFiles),
  schemas: () => lastLine(node('node_modules/tsx/dist/cli.mjs', 'tools/generate/check-schemas.ts')),
  build: async () => void (await build()),
  docs: () => lastLine(node('tools/docs.mjs', '--check-output')),
  package: () => lastLine(node('test/package/run.mjs')),
  nodes: () => lastLine(node('test/package/nodes.mjs')),
  report: () => lastLine(node('test/package/report.mjs')),
  graph: () => lastLine(node('test/package/graph.mjs')),
  site: () => lastLine(node('test/package/site.mjs')),
  demo: () => void node('tools/demo/command.mjs'),
  'demo-controller': () => void node('tools/demo/controller.mjs'),
  faults,
  traces: searchForTraces,
  audit,
};

try {
  beginRun();
  await setup();
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !(name in checks));
  if (unknown.length > 0) throw new Error(`there is no check "${unknown[0]}"; there are ${Object.keys(checks).join(', ')}`);
  const failed = [];
  for (const name of wanted.length > 0 ? wanted : Object.keys(checks)) {
    if (!(await carryOut(name))) failed.push(name);
  }
  if (failed.length > 0) {
    console.error(`checks that failed: ${failed.join(', ')}. One alone: npm run check -- ${failed[0]}`);
    process.exitCode = 1;
  } else {
    console.log('all checks are fine');
  }
} catch (error) {
  console.error(`check: ${error.message}`);
  process.exitCode = 1;
}

async function carryOut(name) {
  const started = Date.now();
  const took = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  try {
    const remark = (await checks[name]()) || '';
    console.log(`check ${name}: ok (${took()})${remark && `: ${remark}`}`);
    return true;
  } catch (error) {
    console.error(`check ${name}: FAILED (${took()})\n${error.message}\n`);
    return false;
  }
}

/** Runs a script with this Node; gives what it prints. */
function node(...args) {
  return run(process.execPath, args);
}

function run(command, args, env = {}, timeout = undefined) {
  const options = { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, timeout };
  const result = spawnSync(command, args, options);
  if (result.error) throw new Error(`${result.error.message}\n${result.stdout}${result.stderr}`.slice(-20_000), { cause: result.error });
  if (result.status !== 0) throw new Error(`${result.stdout}${result.stderr}`.trim().slice(-20_000));
  return result.stdout;
}

/**
 * Runs with faults, as many as a few minutes allow (docs/reliability.md). The seed decides which: a violation is printed with the line that
 * repeats it.
 */
function faults() {
  const { BOXCUTTER_FAULTS_SEED: seed = '1', BOXCUTTER_FAULTS_MINUTES: minutes = '5' } = process.env;
  const args = ['--seed', seed, '--minutes', minutes, '--sites', '4'];
  return lastLine(run(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'tools/faults.ts', ...args], {}, 15 * 60_000));
}

/** Generated files are up to date when generating them changes none, adds none and removes none. */
function unchanged(files, generate, filesAfter = () => files) {
  const before = new Map(files.map((file) => [file, digest(file)]));
  generate();
  const after = filesAfter();
  const changed = [...new Set([...files, ...after])].filter((file) => before.get(file) !== digest(file));
  if (changed.length > 0) {
    throw new Error(`These files were not up to date; they are now, look at the difference and commit it:\n  ${changed.join('\n  ')}`);
  }
  return `${after.length} files`;
}

function digest(file) {
  const path = join(root, file);
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined;
}

function generatedFiles() {
  return ['imports', 'docs/api', 'docs/schemas/files'].flatMap(filesBelow);
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

/** Files that go into a commit name no folder of the machine they were written on, and no package registry. */
function searchForTraces() {
  const listed = run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z']).split('\0');
  const files = listed.filter((file) => file !== '' && existsSync(join(root, file)));
  const places = [root, dirname(root), homedir()].filter((place) => !['/', tmpdir()].includes(place));
  const traces = [
    ...places.map((place) => new RegExp(`(?<![\\w.$}-])${place.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=/)`)),
    ...packageHosts().map((host) => new RegExp(host.replaceAll('.', '\\.'))),
    /"resolved":/,
  ];
  const found = [];
  for (const file of files) {
    const content = readFileSync(join(root, file));
    if (content.includes(0)) continue;
    for (const [index, line] of content.toString('utf8').split('\n').entries()) {
      if (traces.some((trace) => trace.test(line)) && !file.endsWith('check.mjs')) {
        found.push(`${file}:${index + 1}: ${line.trim().slice(0, 160)}`);
      }
    }
  }
  if (found.length > 0) throw new Error(`Traces of a machine or of a package registry:\n  ${found.slice(0, 50).join('\n  ')}`);
  return `${files.length} files`;
}

/** Hosts that the package clients of this machine are set up with. */
function packageHosts() {
  const answers = [
    ['npm', ['config', 'get', 'registry']],
    ['go', ['env', 'GOPROXY']],
  ].map(([command, args]) => spawnSync(command, args, { cwd: root, encoding: 'utf8' }).stdout ?? '');
  return [...new Set(answers.join('\n').match(/(?<=:\/\/)[\w.-]+/g) ?? [])].filter((host) => host.includes('.'));
}

/** Known vulnerabilities of what is installed with the package. Not every registry answers this question. */
function audit() {
  const result = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], { cwd: root, encoding: 'utf8' });
  const report = parse(result.stdout);
  if (!report?.metadata?.vulnerabilities) {
    return `not done, the registry offers no audit (${report?.statusCode ?? report?.message?.slice(0, 22) ?? 'no answer'})`;
  }
  if (result.status !== 0) throw new Error(result.stdout.slice(0, 20_000));
  return `${report.metadata.dependencies?.prod ?? '?'} packages`;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lastLine(text) {
  return text.trim().split('\n').at(-1);
}
