/**
 * Places at which sources are read, and who is next. Whoever may write Bundles may write many, of servers that send a little every second:
 * nobody else is to wait for these.
 */

/** Who asks for a place. */
export interface Asker {
  /** What is installed waits for it: it is of a BundleDeployment. */
  readonly isOfDeployment: boolean;
  /** It has failed before, and is tried again. */
  readonly isFailing: boolean;
}

export interface PlaceLimits {
  readonly atOnce: number;
  /** Of these, how many one server may have. */
  readonly ofOneHost: number;
  /** Of these, how many those may have who are of no BundleDeployment. */
  readonly ofOthers: number;
}

interface Visit extends Asker {
  readonly host: string;
}

export class Places {
  private readonly taken: Visit[] = [];
  private readonly waiting: { readonly visit: Visit; readonly go: () => void }[] = [];

  constructor(private readonly limits: PlaceLimits) {}

  /** Of those who wait and may have a place, BundleDeployments go first, and who has failed last; then who came first. */
  async in<T>(host: string, asker: Asker, work: () => Promise<T>): Promise<T> {
    const visit = { ...asker, host };
    await new Promise<void>((go) => {
      this.waiting.push({ visit, go });
      this.fill();
    });
    try {
      return await work();
    } finally {
      this.taken.splice(this.taken.indexOf(visit), 1);
      this.fill();
    }
  }

  private fill(): void {
    for (const rank of [0, 1, 2, 3]) {
      for (const one of this.waiting.filter(({ visit }) => rankOf(visit) === rank)) {
        if (!this.hasPlace(one.visit)) continue;
        this.waiting.splice(this.waiting.indexOf(one), 1);
        this.taken.push(one.visit);
        one.go();
      }
    }
  }

  private hasPlace({ host, isOfDeployment }: Visit): boolean {
    const { atOnce, ofOneHost, ofOthers } = this.limits;
    return this.taken.length < atOnce && this.taken.filter((one) => one.host === host).length < ofOneHost
      && (isOfDeployment || this.taken.filter((one) => !one.isOfDeployment).length < ofOthers);
  }
}

function rankOf({ isOfDeployment, isFailing }: Asker): number {
  return (isOfDeployment ? 0 : 2) + (isFailing ? 1 : 0);
}
