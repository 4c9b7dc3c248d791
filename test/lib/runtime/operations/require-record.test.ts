/** What is said of an extension whose record is not where it was looked for. */
import type { KubeObject } from '../../../../lib/api';
import { COMMAND_WORDS } from '../../../../lib/cli/command-line/hints';
import { BoxcutterError } from '../../../../lib/errors';
import { requireRecord } from '../../../../lib/runtime/operations/require-record';
import { createHead } from '../../../../lib/state';
import { FakeCluster } from '../fake-cluster';

/** A server that lists the Secrets that it has, too. */
class ListingCluster extends FakeCluster {
  override list({ namespace }: { readonly namespace?: string }): Promise<{ objects: KubeObject[] }> {
    const objects = [...this.objects.values()].filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace);
    return Promise.resolve({ objects });
  }
}

const hintFor = async (extension: string, stateNamespace: string, { cluster }: FakeCluster): Promise<string | undefined> => {
  const error: unknown = await requireRecord(extension, { cluster, stateNamespace }).catch((thrown: unknown) => thrown);
  if (!(error instanceof BoxcutterError)) throw new Error('It was found.');
  return error.hintIn(COMMAND_WORDS);
};

test('a record that is nowhere may have been lost, whatever else is installed', async () => {
  const server = new ListingCluster();
  expect(await hintFor('shop', 'shop', server)).toBe('No extension is installed. If its state was lost: boxcutter recover shop -n shop.');
  await createHead(server.cluster, { extension: 'web', revisions: [], inventory: [] }, 'default');
  expect(await hintFor('shop', 'shop', server))
    .toBe('Installed are: web (state in default). If its state was lost: boxcutter recover shop -n shop.');
});

test('a record that is in another namespace is not lost', async () => {
  const server = new ListingCluster();
  await createHead(server.cluster, { extension: 'web', revisions: [], inventory: [] }, 'default');
  expect(await hintFor('web', 'shop', server)).toBe('Its state is in namespace default: use --state-namespace default.');
});
