import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import type { ClusterExtensionRevision, KubeObject, ProgressionProbe, RevisionManifest, RevisionPhase, RevisionSpec } from '../../../lib/api';
import type * as generated from '../../../imports/api';

const root = path.resolve(__dirname, '..', '..', '..');

// In a process of its own: json-schema-to-typescript cannot be loaded by jest.
test('the committed types, CRD files and reference pages are what `npm run generate` makes of lib/kinds', () => {
  const tsx = path.join(path.dirname(require.resolve('tsx/package.json')), 'dist', 'cli.mjs');
  const { status, stderr } = spawnSync(process.execPath, [tsx, path.join('tools', 'generate', 'api.ts'), '--check'], { cwd: root, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

/*
 * Checked by tsc, not when this runs: the types that the compiler and the engine are written with (lib/api/revision.ts, lib/api/probe.ts)
 * and those that come from the CRD are the same.
 */
type Assignable<From, To> = [From] extends [To] ? true : false;
type Same<A, B> = Assignable<A, B> extends true ? Assignable<B, A> : false;

test('the hand-written types of a revision are those of its CRD', () => {
  const same: {
    spec: Same<RevisionSpec, generated.RolloutSpec>;
    phase: Same<RevisionPhase, generated.RevisionPhase>;
    probe: Same<ProgressionProbe, generated.ProgressionProbe>;
    manifest: Assignable<RevisionManifest & { readonly apiVersion: 'olm.operatorframework.io/v1' }, ClusterExtensionRevision>;
    object: Assignable<ClusterExtensionRevision & { readonly [key: string]: unknown }, KubeObject>;
  } = { spec: true, phase: true, probe: true, manifest: true, object: true };
  expect(Object.values(same)).toEqual([true, true, true, true, true]);
});
