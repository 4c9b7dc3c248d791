/** Secrets and ConfigMaps that extensions name, each watched by a stream of its own for as long as somebody names it. */
import { type KubeObject, refOf } from '../../../api';
import type { Reader } from '../../../engine';
import { BoxcutterError } from '../../../errors';
import { ResourceCache, wordsOf } from '../../process';
import type { ConfigRef } from './parse';

type Place = Pick<ConfigRef, 'kind' | 'namespace' | 'name'>;

interface Watched {
  readonly cache: ResourceCache<KubeObject>;
  /** Resolves when it is known what is there, or that this cannot be known yet. */
  readonly heard: Promise<unknown>;
  /** Why it is not known, as the end of a sentence. */
  trouble: string;
}

export class ConfigSources {
  private readonly watched = new Map<string, Watched>();
  /** Who names an object. */
  private readonly users = new Map<string, Set<string>>();
  private readonly named = new Map<string, Place>();

  /** @param changed called with the names of extensions whose configuration may be another one */
  constructor(private readonly cluster: Pick<Reader, 'observe'>, private readonly changed: (extension: string) => void) {}

  /**
   * The object as it is now; from now on the extension hears of its changes, and of no other object's.
   * @returns undefined: there is none, or none is named
   * @throws BoxcutterError `configuration-unreachable` (server) when it may not be watched; when it may, the extension hears of that
   */
  async use(extension: string, place: Place | undefined): Promise<KubeObject | undefined> {
    const before = this.named.get(extension);
    if (before !== undefined && (place === undefined || keyOf(before) !== keyOf(place))) this.leave(extension);
    if (place === undefined) return undefined;
    this.named.set(extension, place);
    const key = keyOf(place);
    this.users.set(key, (this.users.get(key) ?? new Set()).add(extension));
    const watched = this.watched.get(key) ?? this.watch(key, place);
    await watched.heard;
    if (watched.cache.isSynced) return watched.cache.get(place.name, place.namespace);
    const { kind, namespace, name } = place;
    throw new BoxcutterError(
      'configuration-unreachable', 'server',
      `${kind} ${namespace}/${name}, which has the configuration, cannot be watched: ${watched.trouble}`,
    );
  }

  leave(extension: string): void {
    const place = this.named.get(extension);
    if (place === undefined) return;
    this.named.delete(extension);
    const key = keyOf(place);
    const users = this.users.get(key);
    users?.delete(extension);
    if (users !== undefined && users.size > 0) return;
    this.users.delete(key);
    this.watched.get(key)?.cache.close();
    this.watched.delete(key);
  }

  close(): void {
    for (const { cache } of this.watched.values()) cache.close();
    this.watched.clear();
  }

  private watch(key: string, { kind, namespace, name }: Place): Watched {
    const tell = (): void => {
      // What the first list shows is what the turn waits for that began it.
      if (watched.cache.isSynced) for (const extension of this.users.get(key) ?? []) this.changed(extension);
    };
    let troubled = (): void => {};
    const trouble = new Promise<void>((resolve) => (troubled = resolve));
    const cache = new ResourceCache<KubeObject>(this.cluster, { apiVersion: 'v1', kind, namespace, name }, {
      transform: withoutOthers,
      // A stream that is refused tries again for ever: a turn that waited for it would keep its place from others.
      onTrouble: (problem) => {
        watched.trouble = wordsOf(problem);
        troubled();
      },
    });
    const synced = cache.synced.catch(() => undefined);
    const watched: Watched = { cache, heard: Promise.race([synced, trouble]), trouble: 'the stream was closed' };
    void trouble.then(() => synced).then(tell);
    this.watched.set(key, watched);
    cache.on({ changed: tell, removed: tell });
    return watched;
  }
}

function keyOf({ kind, namespace, name }: Place): string {
  return `${kind}/${namespace}/${name}`;
}

/** Only what a configuration is read from. */
function withoutOthers(object: KubeObject): KubeObject {
  const { apiVersion, kind, name, namespace } = refOf(object);
  const { uid, resourceVersion } = object.metadata;
  return {
    apiVersion, kind, metadata: { name, namespace, uid, resourceVersion } as KubeObject['metadata'],
    data: object['data'], binaryData: object['binaryData'],
  };
}
