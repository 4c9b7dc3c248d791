/** Folders that are named after packages: what a name may be so that it is one folder, of its own, on every machine. */
import { BoxcutterError } from '../../errors';
import { replaceNotPlain } from '../../plain-text';

/** Bytes: what the file systems in use take for one name. */
const LONGEST = 255;

/** Windows takes these names, with anything behind a dot, for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?:\.|$)/i;

/** What stands in the root of a catalog, or makes something else of its folder. */
const RESERVED: ReadonlySet<string> = new Set(['catalog.yaml', 'catalog.json', '.indexignore', 'oci-layout']);

/** Of each package its folder, as catalogs are written. Packages are asked for one after the other. */
export class PackageFolders {
  private readonly names = new Map<string, string>();

  /** @throws BoxcutterError `catalog-package-name` (category input) for a package that cannot be the name of a folder */
  of(packageName: string): string {
    if (packageName === '') return '';
    const problem = problemOf(packageName);
    if (problem !== undefined) throw invalid(packageName, problem);
    const folded = packageName.normalize('NFC').toLowerCase();
    const other = this.names.get(folded);
    if (other !== undefined && other !== packageName) {
      throw invalid(packageName, `${JSON.stringify(other)} has the same folder where upper and lower case are the same`);
    }
    this.names.set(folded, packageName);
    return packageName;
  }
}

function problemOf(name: string): string | undefined {
  if (name === '.' || name === '..' || /[/\\\0]/.test(name)) return 'must be a single local path element';
  if (Buffer.byteLength(name) > LONGEST) return `a folder's name has at most ${LONGEST} bytes, and this has ${Buffer.byteLength(name)}`;
  if (replaceNotPlain(name, () => '') !== name || /[\t\n]/.test(name)) return 'it has characters that cannot be seen';
  if (/[<>:"|?*]/.test(name) || /[. ]$/.test(name)) return 'no folder can have this name on Windows';
  if (DEVICE.test(name)) return 'Windows takes it for a device';
  if (RESERVED.has(name.toLowerCase())) return 'a file of a catalog has this name';
  return undefined;
}

/** What is shown of a name: its beginning. */
const SHOWN = 80;

function invalid(name: string, problem: string): BoxcutterError {
  const shown = name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name;
  return new BoxcutterError('catalog-package-name', 'input', `invalid package name ${JSON.stringify(shown)}: ${problem}.`, {
    hint: 'Name the package in lower case letters, digits and hyphens.',
  });
}
