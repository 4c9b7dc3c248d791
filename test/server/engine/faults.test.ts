/**
 * A sample of the matrix of faults (docs/reliability.md): every scenario and every fault at least once, at requests that a seed chooses.
 * All of it: npm run test:faults.
 */
import { sampleOf } from '../../faults/choose';
import { crashNames, harmNames } from '../../faults/harms';
import { pointName, repeatCommand, runMatrix, type Cell, type CellResult } from '../../faults/matrix';
import { scenarios } from '../../faults/scenarios';
import { kubeconfig, unique } from '../support/extension';

const SEED = 20_260_101;
/** What every scenario and every fault at least once comes down to, and some more of everything. */
const SIZE = 48;

/** Points that were wrong once. */
const PINNED = [
  'collision kill-before apply configmaps/settings (dry run) 1',
  'upgrade stop update secrets/boxcutter.faulty 1',
  'teardown unavailable delete secrets/boxcutter.faulty 1',
  'install duplicate create secrets/boxcutter.faulty 1',
  'recover drop-answer create secrets/boxcutter.faulty 1',
  'teardown watch-drop watch deployments.apps/app 1@0',
];
const nameOf = (cell: Cell): string => `${cell.scenario} ${cell.harm.name} ${pointName(cell)}`;

/** Other tests of this cluster have the one configuration of Cluster API. */
const SHARED = scenarios.filter(({ alone }) => alone !== true).map(({ name }) => name);

let results: readonly CellResult[];
const verdicts = new Map<string, string>();
beforeAll(async () => {
  results = await runMatrix({
    kubeconfig, only: SHARED, auditLog: process.env['BOXCUTTER_TEST_AUDIT_LOG'] ?? '', name: unique('faults'), sites: 4,
    choose: (cells) => sampleOf(cells, SEED, SIZE, cells.filter((cell) => PINNED.includes(nameOf(cell)))),
    onReference: ({ scenario, verdict }) => verdicts.set(scenario.name, verdict),
  });
}, 600_000);

test('without faults every command ends as its scenario says', () => {
  expect(Object.fromEntries(verdicts)).toEqual({
    'install': 'complete', 'upgrade': 'complete', 'handover': 'complete', 'replace': 'complete', 'ignored': 'complete', 'rollback': 'complete', 'teardown': 'complete',
    'orphan': 'complete', 'adoption': 'complete', 'helm-adoption': 'complete', 'helm-undo': 'complete', 'olm-adoption': 'complete',
    'provisioner': 'as it should be', 'provisioner-pivot': 'as it should be', 'provisioner-teardown': 'as it should be', 'recover': 'complete', 'custom-kind': 'complete', 'webhook': 'complete',
    'repair': 'as it should be', 'collision': 'failed, collision of settings', 'pause': 'incomplete, paused',
    'controller': 'as it should be', 'controller-custom-kind': 'as it should be', 'controller-webhook': 'as it should be',
    'extension': 'as it should be', 'extension-upgrade': 'as it should be', 'extension-rollback': 'as it should be',
    'extension-teardown': 'as it should be', 'extension-registry': 'as it should be', 'extension-takeover': 'as it should be', 'controller-upgrade': 'as it should be', 'controller-teardown': 'as it should be',
  });
});

test('every scenario and every fault is in the sample, and nearly every fault found its request', () => {
  expect(new Set(results.map(({ cell }) => cell.scenario))).toEqual(new Set(SHARED));
  expect(new Set(results.map(({ cell }) => cell.harm.name))).toEqual(new Set(harmNames.filter((name) => !crashNames.includes(name))));
  expect(results.map(({ cell }) => nameOf(cell))).toEqual(expect.arrayContaining(PINNED));
  // Requests that depend on time (a renewed proof, a stream that was open long enough) do not come in every run.
  expect(results.filter(({ reached }) => reached).length).toBeGreaterThan(results.length * 0.8);
});

test('whatever was done to it, the command, repeated, ends in the same state, and broke no promise on the way', () => {
  const wrong = results.filter(({ violations }) => violations.length > 0)
    .map(({ cell, violations }) => [repeatCommand(cell), ...violations].join('\n  '));
  expect(wrong).toEqual([]);
});
