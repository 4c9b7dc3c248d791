import type { ClusterFacts } from '../../../../lib/formats';
import type { Issue } from '../../../../lib/issue';
import { schemaIssue } from '../../../../lib/schema/issues';
import { supportedKubernetesVersions } from '../../../../lib/schema';
import { checkForVersion } from '../../../../lib/source/revision/versions';

const [newest = '', middle = '', oldest = ''] = supportedKubernetesVersions();

const error = (path: string): Issue => schemaIssue('unknown-field', { field: path }, { path: [path] });

/** Paths that each version refuses. */
type Refused = Readonly<Record<string, readonly string[]>>;

/** What comes out, by path: an error, or the hint of a warning. What versions and the cluster were asked goes into `asked`. */
async function check(refused: Refused, { chosen, cluster }: { chosen?: string; cluster?: string }, asked: string[] = []): Promise<object> {
  const facts = cluster === undefined ? undefined : (): Promise<ClusterFacts> => {
    asked.push('cluster');
    return Promise.resolve({ certificates: 'none', kubernetesVersion: cluster, apiVersions: [] });
  };
  const found = await checkForVersion((version = newest) => {
    asked.push(version);
    return (refused[version] ?? []).map(error);
  }, chosen, facts);
  return Object.fromEntries(found.map(({ path, severity, hint }) => [path, severity === 'error' ? 'error' : hint]));
}

const everywhere: Refused = { [newest]: ['a'], [middle]: ['a'], [oldest]: ['a'] };
const differently: Refused = { [newest]: ['a', 'b', 'c'], [middle]: ['a'], [oldest]: ['a', 'b'] };

test.each<[what: string, refused: Refused, known: { chosen?: string; cluster?: string }, found: object, asked: readonly string[]]>([
  ['nothing is wrong: one version is asked, and no cluster', { [oldest]: ['a'] }, { cluster: oldest }, {}, [newest]],
  ['all versions agree: an error, and no cluster is asked', everywhere, { cluster: oldest }, { a: 'error' }, [newest, middle, oldest]],
  ['the version that was chosen decides', differently, { chosen: oldest, cluster: newest }, { a: 'error', b: 'error' }, [oldest]],
  [
    'the version of the cluster decides', differently, { cluster: `${middle}.7+k3s1` }, { a: 'error' },
    [newest, middle, oldest, 'cluster', middle],
  ],
  [
    'no version is known: a warning names the versions that take it', differently, {},
    {
      a: 'error',
      b: `Kubernetes ${newest} refuses it; ${middle} takes it.`,
      c: `Kubernetes ${newest} refuses it; ${middle} and ${oldest} take it.`,
    },
    [newest, middle, oldest],
  ],
  [
    'a cluster of a version without schemas: the same', { [newest]: ['a', 'c'], [middle]: ['a'], [oldest]: ['a'] }, { cluster: '1.20.0' },
    { a: 'error', c: `Kubernetes ${newest} refuses it; ${middle} and ${oldest} take it.` },
    [newest, middle, oldest, 'cluster'],
  ],
])('%s', async (_what, refused, known, found, expected) => {
  const asked: string[] = [];
  expect(await check(refused, known, asked)).toEqual(found);
  expect(asked).toEqual(expected);
});
