import type { MissingPackage } from './missing';

/** What an extension waits for. @param extensionOf name of the extension that has a package */
export function waitingText(missing: readonly MissingPackage[], extensionOf: (packageName: string) => string): string {
  const parts = missing.map(({ packageName, needs, installed }) => {
    const has = installed === undefined ? '' : `, which has version ${installed}`;
    return `ClusterExtension ${extensionOf(packageName)}${has} (for ${needs.join(' and ')})`;
  });
  return `Waiting for what it needs: ${parts.join('; ')}.`;
}
