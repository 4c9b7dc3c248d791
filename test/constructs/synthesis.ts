/** What the tests of the constructs share: synthesising in every way that cdk8s knows, and reading what came out. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, type AppProps, Testing, type YamlOutputType } from 'cdk8s';
import type { Construct } from 'constructs';
import type { KubeObject, RevisionManifest } from '../../lib/api';
import { Revision, type RevisionProps } from '../../constructs';
import { parseDocuments } from '../../lib/yaml';

export interface Output {
  readonly file: string;
  readonly object: KubeObject;
}

/** Every document that `app.synth()` writes. */
export function synthesised(yamlOutputType: YamlOutputType, declare: (app: App) => void, props: AppProps = {}): Output[] {
  const outdir = mkdtempSync(join(tmpdir(), 'boxcutter-constructs-'));
  try {
    const app = new App({ ...props, outdir, yamlOutputType });
    declare(app);
    app.synth();
    return readdirSync(outdir, { recursive: true, encoding: 'utf8' })
      .sort()
      .filter((file) => file.endsWith('.yaml') && statSync(join(outdir, file)).isFile())
      .flatMap((file) => documents(readFileSync(join(outdir, file), 'utf8')).map((object) => ({ file, object })));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

export function documents(yaml: string): KubeObject[] {
  const { documents: found, issues } = parseDocuments(yaml, 'output');
  expect(issues).toEqual([]);
  return found.map(({ value }) => value as unknown as KubeObject);
}

/** A revision in an app of its own. */
export function revisionOf(declare: (revision: Revision) => void, props: RevisionProps = {}): Revision {
  const revision = new Revision(Testing.app(), 'web', { namespace: 'web-system', ...props });
  declare(revision);
  return revision;
}

export function configMap(scope: Construct, id: string, data: Record<string, string> = { key: id }): ApiObject {
  return new ApiObject(scope, id, { apiVersion: 'v1', kind: 'ConfigMap', data });
}

/** The one manifest of a revision, from `Testing.synth`. */
export function manifestOf(revision: Revision): RevisionManifest {
  const manifests = (Testing.synth(revision) as RevisionManifest[]).filter(({ kind }) => kind === 'ClusterExtensionRevision');
  expect(manifests).toHaveLength(1);
  return manifests[0]!;
}

/** Names of phases with the names of their inline objects. */
export function phasesOf(revision: Revision): [string, string[]][] {
  return manifestOf(revision).spec.phases.map(({ name, objects }) => [name, objects.map(({ object, ref }) => (object ? (object as unknown as KubeObject).metadata.name ?? '' : `ref ${ref?.key}`))]);
}

/** The position of the phase that each object is in, by object name. */
export function positionsOf(revision: Revision): Map<string, number> {
  return new Map(phasesOf(revision).flatMap(([, names], index) => names.map((name) => [name, index] as const)));
}
