/** Objects with which something is wrong, as a stream showed them: a repair need not read them again. */
import { isDefinition, type KubeObject } from '../../../api';
import { SizedCache } from '../../../state';
import type { KeptObject } from './kept-object';

/** Characters of JSON that are held at most, whatever number of objects others change at once. */
const LIMIT = 8 * 1024 * 1024;

export class SuspectObjects {
  private readonly held = new SizedCache<KubeObject>(LIMIT);

  /**
   * What a stream shows of an object; it is held while it is wrong. Definitions are not: whether taking a change of one back would break
   * something is asked of its newest state.
   */
  note(key: string, object: KubeObject, isWrong: boolean): void {
    if (isWrong && !isDefinition(object)) this.held.set(key, object, JSON.stringify(object).length);
    else this.held.delete(key);
  }

  /** The very state that the record was judged by; undefined: only a read shows it. */
  of({ key, observation }: KeptObject): KubeObject | undefined {
    const object = this.held.get(key);
    if (object === undefined || typeof observation === 'string') return undefined;
    const { uid, resourceVersion } = object.metadata;
    return uid === observation.uid && resourceVersion === observation.version ? object : undefined;
  }
}
