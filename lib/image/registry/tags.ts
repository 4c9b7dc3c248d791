import { asObject, type JsonValue } from '../../api';
import { BoxcutterError } from '../../errors';
import { originOf } from './endpoint';
import { resolveOptions, type RegistryOptions } from './options';
import { senselessAnswer } from './problem';
import { parseImageReference, type ImageReference } from './reference';
import { Session } from './session';

const MAX_PAGES = 100;
const PAGE_BYTES = 4 * 1024 * 1024;

/**
 * All tags of a repository, in the order of its registry. Mirrors are not asked: they may lack some.
 * @throws BoxcutterError `image-not-found`, `registry-*`, `interrupted`
 */
export async function listTags(named: ImageReference | string, options: RegistryOptions = {}): Promise<readonly string[]> {
  const reference = typeof named === 'string' ? parseImageReference(named) : named;
  const { settings, wire } = resolveOptions(reference, options);
  const session = new Session(wire, originOf(reference, settings), 'pull');
  const { endpoint } = session;
  const what = `list the tags of ${endpoint.repository}`;
  const tags: string[] = [];
  let page: URL | undefined = new URL(`/v2/${endpoint.repository}/tags/list?n=1000`, endpoint.base);
  for (let count = 0; page !== undefined && count < MAX_PAGES; count++) {
    const from: URL = page;
    page = await session.exchange({ method: 'GET', target: from, what }, async (answer) => {
      if (answer.status === 404) {
        answer.discard();
        throw new BoxcutterError(
          'image-not-found', 'input',
          `The registry ${endpoint.registry} has no repository ${endpoint.repository}.`,
          {
            hint: 'Check its name. Some registries give this answer for repositories that the account may not see: then log in.', details: {
              registry: endpoint.registry,
              repository: endpoint.repository,
            },
          },
        );
      }
      if (answer.status !== 200) throw await session.unexpected(answer, what);
      tags.push(...(understand(await answer.read(PAGE_BYTES)) ?? fail(endpoint)));
      const next = /<([^>]+)>[^,]*;\s*rel="?next"?/.exec(String(answer.headers.link ?? ''))?.[1];
      return next === undefined ? undefined : session.resolve(next, from);
    });
  }
  return tags;
}

function fail(endpoint: Session['endpoint']): never {
  throw senselessAnswer(endpoint, 'the list of tags cannot be read');
}

/** A repository without tags has `null`. */
function understand(body: Buffer): readonly string[] | undefined {
  let document: JsonValue;
  try {
    document = JSON.parse(body.toString('utf8')) as JsonValue;
  } catch {
    return undefined;
  }
  const tags = asObject(document)?.['tags'] ?? [];
  return Array.isArray(tags) ? (tags as readonly unknown[]).filter((tag) => typeof tag === 'string') : undefined;
}
