/** Are images there? Asked by their names alone, many at once; nothing of them is read. */
import { isBoxcutterError, type BoxcutterError } from '../errors';
import { endpointsOf } from './registry/endpoint';
import { digestOfTag } from './registry/fetch';
import { inTurn } from './registry/mirrors';
import { resolveOptions, type RegistryOptions } from './registry/options';
import { DEFAULT_TAG, formatReference, type ImageReference, parseImageReference } from './registry/reference';
import { Session } from './registry/session';

export type Presence =
  | { readonly type: 'there'; readonly digest: string }
  | { readonly type: 'absent' }
  /** The registry does not say: it cannot be reached, or does not let us ask. Or the name is none. */
  | { readonly type: 'unknown'; readonly error: BoxcutterError };

export interface PresenceOptions extends RegistryOptions {
  /** Requests at once. @default 8 */
  readonly concurrency?: number | undefined;
  /** Called after each image, in the order of the answers. */
  readonly onAnswer?: ((reference: string, presence: Presence) => void) | undefined;
}

/** What would be so for every image of a registry, and may take long to find out. */
const HOPELESS = new Set(['registry-unreachable', 'registry-tls']);

/**
 * Asks registries, their mirrors first, for each of the images once.
 * @returns by reference, in the order given
 * @throws BoxcutterError `registry-settings`, `registry-credentials`, `interrupted`
 */
export async function imagesPresent(
  references: Iterable<string>, options: PresenceOptions = {},
): Promise<ReadonlyMap<string, Presence>> {
  const { concurrency = 8, onAnswer = () => {} } = options;
  const all = [...new Set(references)];
  const answers = new Map<string, Presence>();
  const asker = new Asker(options);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let reference = all[next++]; reference !== undefined; reference = all[next++]) {
      const presence = await asker.ask(reference);
      answers.set(reference, presence);
      onAnswer(reference, presence);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  return new Map(all.map((reference) => [reference, answers.get(reference) as Presence]));
}

class Asker {
  /** Repositories share a login among their images. */
  private readonly repositories = new Map<string, ReturnType<typeof inTurn>>();
  private readonly hopeless = new Map<string, BoxcutterError>();

  constructor(private readonly options: RegistryOptions) {}

  async ask(text: string): Promise<Presence> {
    let registry: string | undefined;
    try {
      const reference = parseImageReference(text);
      ({ registry } = reference);
      const known = this.hopeless.get(registry);
      if (known !== undefined) return { type: 'unknown', error: known };
      const { digest, tag = DEFAULT_TAG } = reference;
      const found = await this.at(reference)((session) => digestOfTag(session, digest ?? tag, formatReference(reference)));
      return { type: 'there', digest: found };
    } catch (error) {
      if (!isBoxcutterError(error) || error.category === 'interrupted') throw error;
      if (error.code === 'registry-settings') throw error;
      if (error.code === 'image-not-found') return { type: 'absent' };
      if (registry !== undefined && HOPELESS.has(error.code)) this.hopeless.set(registry, error);
      return { type: 'unknown', error };
    }
  }

  private at(reference: ImageReference): ReturnType<typeof inTurn> {
    const repository = formatReference({ registry: reference.registry, repository: reference.repository });
    const known = this.repositories.get(repository);
    if (known !== undefined) return known;
    const { settings, wire } = resolveOptions(reference, { ...this.options, cache: false });
    const first = inTurn(endpointsOf(reference, settings).map((endpoint) => new Session(wire, endpoint, 'pull')));
    this.repositories.set(repository, first);
    return first;
  }
}
