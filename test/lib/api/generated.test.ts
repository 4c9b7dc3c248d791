import * as fs from 'node:fs';
import * as path from 'node:path';
import type { ClusterExtensionRevision, KubeObject, ProgressionProbe, RevisionManifest, RevisionPhase, RevisionSpec } from '../../../lib/api';
import type * as generated from '../../../imports/api';
import { API_FOLDERS, apiFiles } from '../../../tools/generate/api';

const root = path.resolve(__dirname, '..', '..', '..');

test('the committed types, CRD files and reference pages are what `npm run generate` makes of lib/api/crds', async () => {
  const files = await apiFiles();
  const committed = API_FOLDERS.flatMap((folder) => fs.readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`));
  expect(committed.sort()).toEqual([...files.keys()].sort());
  for (const [name, content] of files) expect(`${name}\n${fs.readFileSync(path.join(root, name), 'utf8')}`).toBe(`${name}\n${content}`);
});

test('generating twice gives the same bytes', async () => {
  expect([...(await apiFiles())]).toEqual([...(await apiFiles())]);
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
