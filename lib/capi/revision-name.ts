/** What a label may have: a revision has its name in one. */
const MOST = 63;

/** `4.22.3-rc-1-6`: release and number. In lower case, and what the name of a ConfigMap may not have becomes `-`. */
export function revisionName(release: string, number: number): string {
  const end = `-${number}`;
  const parts = release.toLowerCase().split('.').map((part) => part.replace(/[^a-z0-9-]/g, '-').replace(/^-+|-+$/g, ''));
  const begin = parts.filter((part) => part !== '').join('.').slice(0, MOST - end.length).replace(/[.-]+$/, '');
  return (begin === '' ? 'release' : begin) + end;
}
