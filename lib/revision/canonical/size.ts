/** Sizes for people. */

/** `1.5 MiB`, `900 KiB`. */
export function size(bytes: number): string {
  const mib = bytes / 1024 / 1024;
  return mib >= 1 ? `${Number(mib.toFixed(2))} MiB` : `${Math.ceil(bytes / 1024)} KiB`;
}
