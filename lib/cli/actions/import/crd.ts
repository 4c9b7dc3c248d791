import type { JsonObject, KubeObject } from '../../../api';
import { BoxcutterError } from '../../../errors';
import type { ImportCrdArgs } from '../../commands/import/crd';
import { readDefinitions } from '../../../source';
import { withCluster, type ConnectionArgs } from '../../session';
import { crdClassNames, crdModule, crdModulePath, crdOf, headOf, type Crd } from '../../typescript';
import { finishImport, portablePath, type ImportedModule } from './finish';
import { note } from '../../output/note';

interface FoundCrd {
  readonly crd: Crd;
  /** For messages. */
  readonly origin: string;
  /** What was named on the command line. */
  readonly source: string;
}

/** What can be named as a source. */
const SOURCE_HINT = 'Name a file or folder that holds CustomResourceDefinitions, a bundle, or cluster.';

/** Writes a module with typed constructs for each CRD that is found. */
export async function importCrd(args: ImportCrdArgs): Promise<number> {
  const found: FoundCrd[] = [];
  for (const source of args.sources) found.push(...(await readSource(source, args)));
  const wanted = found.filter(({ crd }) => args.group === undefined || args.group.length === 0 || args.group.includes(crd.group));
  if (wanted.length === 0) {
    const groups = [...new Set(found.map(({ crd }) => crd.group))].sort().join(', ');
    const ofGroup = found.length === 0 ? '' : ` of group ${args.group?.join(', ') ?? ''}`;
    throw new BoxcutterError('no-crds', 'input', `There is no CustomResourceDefinition in ${args.sources.join(', ')}${ofGroup}.`, {
      hint: found.length === 0 ? SOURCE_HINT : `The groups are: ${groups}.`,
    });
  }
  const modules: ImportedModule[] = [];
  for (const { crd, source } of inOrder(wanted)) {
    const text = await crdModule(crd, headOf(`import crd ${portablePath(source)}`));
    modules.push({ path: crdModulePath(crd), text, exports: crdClassNames(crd) });
  }
  return finishImport(modules, args);
}

/** By group and kind. @throws BoxcutterError `import-duplicate` when two want the same file */
function inOrder(found: readonly FoundCrd[]): FoundCrd[] {
  const byPath = new Map<string, FoundCrd>();
  for (const one of found) {
    const path = crdModulePath(one.crd);
    const other = byPath.get(path);
    if (other !== undefined) {
      throw new BoxcutterError('import-duplicate', 'input', `${one.origin} and ${other.origin} would both be written to the module `
        + `${path}.`, {
        hint: 'Name only one of them.',
      });
    }
    byPath.set(path, one);
  }
  return [...byPath].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

async function readSource(source: string, args: ImportCrdArgs): Promise<FoundCrd[]> {
  const cluster = /^cluster(?::(.+))?$/.exec(source);
  const definitions = cluster === null
    ? [...(await readDefinitions(source, note, { hint: SOURCE_HINT })).values()]
    : await definitionsOfCluster(args);
  return definitions
    .map((definition): FoundCrd => {
      const origin = `${definition.metadata.name ?? 'CustomResourceDefinition'} (${cluster === null ? source : 'on the cluster'})`;
      return { crd: crdOf(definition as unknown as JsonObject, origin), origin, source };
    })
    .filter(({ crd }) => cluster?.[1] === undefined || crd.group === cluster[1]);
}

async function definitionsOfCluster(args: ConnectionArgs): Promise<readonly KubeObject[]> {
  const kind = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' } as const;
  // The entries of a list do not say what they are.
  return withCluster(args, undefined, async ({ cluster }) => (await cluster.list(kind)).objects.map((object) => ({ ...object, ...kind })));
}
