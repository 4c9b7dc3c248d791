/** Charts that make up passwords, certificates or times: each rendering is another revision, although nothing has changed. */
import { asObject } from '../../../api';
import { canonicalJson } from '../../../api/canonical-json';
import { type Issue, originKey } from '../../../issue';
import type { BundleFiles } from '../../bundle';
import type { RenderedObject } from '../rendered';
import { helmIssue } from '../wording';

/** Functions of templates whose result is another each time. */
const MADE_UP = new RegExp(`\\b(?:${[
  'randAlphaNum', 'randAlpha', 'randNumeric', 'randAscii', 'randBytes', 'randInt', 'genCA', 'genCAWithKey', 'genPrivateKey',
  'genSignedCert', 'genSignedCertWithKey', 'genSelfSignedCert', 'genSelfSignedCertWithKey', 'uuidv4', 'shuffle', 'bcrypt',
  'htpasswd', 'encryptAES', 'now',
].join('|')})\\b`);

/** Whether it is worth rendering twice. Packed charts within the chart are not looked into. */
export function mayDiffer(files: BundleFiles): boolean {
  const makesUp = (path: string): boolean => /(?:^|\/)templates\//.test(path) && MADE_UP.test(files.read(path)?.toString('utf8') ?? '');
  return files.paths().some((path) => path.endsWith('.tgz') || makesUp(path));
}

/** The objects that differ between two renderings of the same. What is different is not said: it is likely to be a password. */
export function differences(first: readonly RenderedObject[], second: readonly RenderedObject[]): Issue[] {
  const again = new Map(second.map(({ manifest, origin }) => [originKey(origin), canonicalJson(manifest)]));
  return first.filter(({ manifest, origin }) => again.get(originKey(origin)) !== canonicalJson(manifest)).map(({ manifest, origin }) => {
    const object = `${String(manifest['kind'])} ${String(asObject(manifest['metadata'])?.['name'])}`;
    return helmIssue('chart-unstable', { object }, { origin });
  });
}
