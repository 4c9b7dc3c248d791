import { isLater } from './versions';

/** Doubt beyond this, and the version itself is no longer believed: everything is listed. */
const MOST_DOUBT = 2;

/** Where a stream stands in the history of the cluster, and how far that is believed. */
export class Position {
  private version: string | undefined;
  /** The last version there was, also while a new list is under way: no later list may show an earlier state. */
  private latest: string | undefined;
  /** Grows while the server says nothing that can be used. */
  private doubt = 0;
  /** There was a silence or an outage: the server may not be what it was. */
  private suspect = false;

  /** The version from which a watch goes on; undefined: everything has to be listed. */
  get current(): string | undefined {
    return this.version;
  }

  /** The version up to which all changes were reported. */
  get reportedUpTo(): string | undefined {
    return this.version ?? this.latest;
  }

  /** The server has to show that it still knows this version, before it is asked to go on from there. */
  get needsVerification(): boolean {
    return this.suspect;
  }

  /** The server said something that can be used. */
  trust(): void {
    this.doubt = 0;
  }

  /** An event of the stream was taken. */
  advance(version: string | undefined): void {
    this.version = version ?? this.version;
  }

  /** Does this version lie before the one that the stream has reached? */
  isAhead(version: string | undefined): boolean {
    return isLater(this.version, version);
  }

  /** A whole list was shown, as of this version. False when it is of an earlier state than one that was shown: then it is not taken. */
  listed(version: string | undefined): boolean {
    this.doubt = 0;
    if (isLater(this.latest, version)) return false;
    this.suspect = false;
    this.version = version;
    this.latest = version;
    return true;
  }

  /** The server is looked at before the stream goes on. */
  suspectServer(): void {
    this.suspect = true;
  }

  /** The server was looked at, and is at this version. False when that lies before ours: its storage was restored from a backup. */
  verified(version: string | undefined): boolean {
    this.suspect = false;
    return !this.isAhead(version);
  }

  /** A watch brought nothing that can be used. */
  question(weight: number): void {
    this.doubt += weight;
    if (this.doubt > MOST_DOUBT) this.relist();
  }

  /** Compare everything again, in a new list. */
  relist(): void {
    this.latest = this.reportedUpTo;
    this.version = undefined;
    this.doubt = 0;
  }

  /** Versions begin anew: no earlier version means anything. */
  restart(): void {
    this.relist();
    this.latest = undefined;
  }
}
