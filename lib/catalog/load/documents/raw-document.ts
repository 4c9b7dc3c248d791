/** A document as it stands in its file, not parsed yet. */
import type { BlobPlace } from '../../model/blob';
import type { ContentKind } from './sniff';

/** Why a part of a file is no document. */
export type Fault = Exclude<ContentKind, 'json' | 'yaml'> | 'cut' | 'stray' | 'too-large' | 'too-deep';

export type RawDocument =
  | {
    readonly form: 'json' | 'yaml';
    /** Valid until the next document is asked for. */
    readonly bytes: Buffer;
    readonly place: BlobPlace;
  }
  | { readonly fault: Fault; readonly place: BlobPlace };

/** Documents as they become complete. */
export interface Splitter {
  /** @param atEnd nothing comes after what is in the window */
  take(atEnd: boolean): Generator<RawDocument>;
  /** The rest of the file is of the other form. */
  readonly turned?: { readonly document: number; readonly line: number } | undefined;
  /** What follows is not worth reading. */
  readonly isDone: boolean;
}
