/** Which version of which extension is installed, as its status says. */
import { API_VERSION } from '../../lib/api';
import type { KubeCluster } from '../../lib/kube';

export class Installed {
  private readonly versions = new Map<string, string>();
  private readonly looks = new Set<() => void>();

  constructor(cluster: KubeCluster) {
    cluster.observe({ apiVersion: API_VERSION, kind: 'ClusterExtension' }, {
      changed: ({ metadata: { name = '' }, status }) => {
        const { install } = (status ?? {}) as { readonly install?: { readonly bundle: { readonly version: string } } };
        if (install === undefined) return;
        this.versions.set(name, install.bundle.version);
        for (const look of this.looks) look();
      },
      removed: ({ name }) => {
        this.versions.delete(name);
        for (const look of this.looks) look();
      },
      synced: () => undefined, failed: () => undefined,
    });
  }

  /** Resolves when so many have the version. */
  until(version: string, count: number): Promise<void> {
    let told = performance.now();
    return this.when(() => {
      const done = [...this.versions.values()].filter((one) => one === version).length;
      if (performance.now() - told > 10_000) {
        told = performance.now();
        console.log(`${version}: ${done} of ${count}`);
      }
      return done >= count;
    });
  }

  one(name: string, version: string): Promise<void> {
    return this.when(() => this.versions.get(name) === version);
  }

  /** It is gone. */
  gone(name: string): Promise<void> {
    return this.when(() => !this.versions.has(name));
  }

  private when(isSo: () => boolean): Promise<void> {
    return new Promise((done) => {
      const look = (): void => {
        if (!isSo()) return;
        this.looks.delete(look);
        done();
      };
      this.looks.add(look);
      look();
    });
  }
}
