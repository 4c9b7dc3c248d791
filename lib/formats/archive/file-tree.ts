/**
 * What layers unpack to, in memory. A later layer replaces and removes what earlier ones hold: a file `.wh.<name>` removes the name, and
 * `.wh..wh..opq` all that earlier layers have in its folder (OCI image specification, "Layer Filesystem Changeset").
 */
import { compareBytes } from '../../api/canonical-json';
import type { Issue } from '../../issue';
import type { BundleFiles } from '../bundle';
import { fileIssue } from '../files/wording';
import { ARCHIVE_LIMITS, type Budget } from './budget';
import { unsafe } from './problems';
import type { TarEntry, TarVisitor } from './tar-reader';

type Node =
  | Folder
  | { readonly type: 'file'; readonly layer: number; readonly content: Buffer }
  | { readonly type: 'link'; readonly layer: number; readonly target: string };
interface Folder {
  readonly type: 'folder';
  layer: number;
  readonly children: Map<string, Node>;
}

/** Takes the entries of one layer. */
export interface Layer {
  readonly visit: TarVisitor;
}

const WHITEOUT = '.wh.';
const OPAQUE = '.wh..wh..opq';
/** As many links in a row as Linux follows. */
const MAX_HOPS = 40;

export class FileTree {
  private root = folder(0);
  private layers = 0;

  /** @param keep which paths are kept; the others are passed over */
  constructor(private readonly budget: Budget, private readonly keep: (path: string) => boolean = () => true) {}

  /** Begins the next layer. Without whiteouts, names that begin with `.wh.` are names. */
  layer({ whiteouts }: { readonly whiteouts: boolean }): Layer {
    this.layers += 1;
    const number = this.layers;
    const done = new Set<string>();
    return {
      visit: (entry) => {
        const [parents, name] = split(entry.path);
        const whiteout = whiteouts && name.startsWith(WHITEOUT);
        const target = whiteout ? join(parents, name === OPAQUE ? '' : name.slice(WHITEOUT.length)) : entry.path;
        if (!this.keep(target)) return undefined;
        this.check(entry);
        if (!whiteout) return this.add(entry, number);
        if (!done.has(entry.path)) this.remove(target, number, name === OPAQUE);
        done.add(entry.path);
        return undefined;
      },
    };
  }

  /** When everything is in one folder, which is how charts are packed, that folder is the root. */
  enterOnlyFolder(but: readonly string[]): void {
    const [[name, node] = ['', undefined], ...others] = this.root.children;
    if (node?.type === 'folder' && others.length === 0 && !but.includes(name)) this.root = node;
  }

  /**
   * The files, links followed. A link that leads nowhere, out of the tree or to a folder is a issue. @throws BoxcutterError
   * `archive-too-large`
   */
  files(): BundleFiles & { readonly issues: readonly Issue[] } {
    const found = new Map<string, Buffer>();
    const issues: Issue[] = [];
    const pending: [string, Folder][] = [['', this.root]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [at, { children }] = next;
      for (const [name, node] of children) {
        const path = join(at, name);
        if (node.type === 'folder') pending.push([path, node]);
        else {
          const content = node.type === 'file' ? node.content : this.follow(path, issues);
          if (content !== undefined) found.set(path, content);
        }
      }
    }
    const paths = [...found.keys()].sort(compareBytes);
    return {
      origin: this.budget.origin,
      paths: () => paths,
      read: (path) => found.get(path),
      issues: issues.sort((a, b) => compareBytes(a.origin?.source ?? '', b.origin?.source ?? '')),
    };
  }

  private check({ path, type, word, target }: TarEntry): void {
    const { origin } = this.budget;
    if (type === 'other') throw unsafe(origin, path, `is a ${word}`);
    if (/[\u0000-\u001f\u007f\\]/.test(path)) throw unsafe(origin, path, 'has a control character or a backslash in its name');
    if (path.length > ARCHIVE_LIMITS.path) throw unsafe(origin, path, `has a path of more than ${ARCHIVE_LIMITS.path} characters`);
    if (path.split('/').length > ARCHIVE_LIMITS.depth) throw unsafe(origin, path, `is more than ${ARCHIVE_LIMITS.depth} folders deep`);
    // It is kept, too, and an extended header has room for a quarter of a megabyte.
    if (target.length > ARCHIVE_LIMITS.path) throw unsafe(origin, path, `is a link of more than ${ARCHIVE_LIMITS.path} characters`);
  }

  private add({ path, type, size, target }: TarEntry, layer: number): ((content: Buffer) => void) | undefined {
    if (path === '') return undefined;
    const [parents, name] = split(path);
    const parent = this.folderAt(parents, layer);
    if (type === 'directory') {
      const there = parent.children.get(name);
      if (there?.type === 'folder') there.layer = layer;
      else parent.children.set(name, folder(layer));
      return undefined;
    }
    if (type === 'file') {
      this.budget.countFile(path, size);
      return (content) => void parent.children.set(name, { type: 'file', layer, content });
    }
    parent.children.set(name, type === 'hardlink' ? this.hardLink(path, target, layer) : this.symbolicLink(path, target, layer));
    return undefined;
  }

  /**
   * A hard link names a file that is there already, from the root. One that leads nowhere is reported at the end, unless
   * something replaces it.
   */
  private hardLink(path: string, target: string, layer: number): Node {
    const parts = target.split('/').filter((part) => part !== '' && part !== '.');
    if (target.startsWith('/') || parts.includes('..')) throw unsafe(this.budget.origin, path, 'is a link that leaves the folder');
    const linked = this.nodeAt(parts);
    this.budget.countFile(path, linked?.type === 'file' ? linked.content.length : 0);
    return linked?.type === 'file' ? { ...linked, layer } : { type: 'link', layer, target: '' };
  }

  private symbolicLink(path: string, target: string, layer: number): Node {
    this.budget.countFile(path, 0);
    return { type: 'link', layer, target };
  }

  private folderAt(path: string, layer: number): Folder {
    let at = this.root;
    for (const part of path === '' ? [] : path.split('/')) {
      let next = at.children.get(part);
      if (next?.type === 'link') throw unsafe(this.budget.origin, path, 'passes through a link');
      if (next?.type !== 'folder') {
        this.budget.countEntry();
        next = folder(layer);
        at.children.set(part, next);
      }
      next.layer = layer;
      at = next;
    }
    return at;
  }

  private nodeAt(parts: readonly string[]): Node | undefined {
    let at: Node | undefined = this.root;
    for (const part of parts) at = at?.type === 'folder' ? at.children.get(part) : undefined;
    return at;
  }

  /** Removes what earlier layers hold at a path, or below it; what this layer has brought stays. */
  private remove(path: string, layer: number, contentOnly: boolean): void {
    const node = path === '' ? this.root : this.nodeAt(path.split('/'));
    if (node === undefined) return;
    if (node.type === 'folder') prune(node, layer);
    if (contentOnly || path === '' || node.layer === layer) return;
    const [parents, name] = split(path);
    const parent = this.nodeAt(parents === '' ? [] : parents.split('/'));
    if (parent?.type === 'folder') parent.children.delete(name);
  }

  private follow(path: string, issues: Issue[]): Buffer | undefined {
    const ahead = path.split('/').reverse();
    const way: Folder[] = [this.root];
    for (let hops = 0, part = ahead.pop(); part !== undefined; part = ahead.pop()) {
      const here = way.at(-1);
      if (part === '' || part === '.') continue;
      if (part === '..') {
        way.pop();
        if (way.length === 0) return told(issues, fileIssue('link-outside', { within: 'archive' }, { origin: path }));
        continue;
      }
      const node = here?.children.get(part);
      if (node?.type === 'folder') way.push(node);
      else if (node?.type === 'file' && ahead.length === 0) {
        this.budget.countFile(path, node.content.length);
        return node.content;
      } else if (node?.type === 'link') {
        hops += 1;
        if (node.target.startsWith('/')) return told(issues, fileIssue('link-outside', { within: 'archive' }, { origin: path }));
        if (node.target === '') return told(issues, fileIssue('broken-link', { leads: 'nowhere' }, { origin: path }));
        if (hops > MAX_HOPS) return told(issues, fileIssue('broken-link', { leads: 'in-circles' }, { origin: path }));
        ahead.push(...node.target.split('/').reverse());
      } else return told(issues, fileIssue('broken-link', { leads: 'nowhere' }, { origin: path }));
    }
    return told(issues, fileIssue('link-to-folder', {}, { origin: path }));
  }
}

function told(issues: Issue[], issue: Issue): undefined {
  issues.push(issue);
}

function folder(layer: number): Folder {
  return { type: 'folder', layer, children: new Map() };
}

function prune({ children }: Folder, layer: number): void {
  for (const [name, node] of children) {
    if (node.type === 'folder') prune(node, layer);
    if (node.layer !== layer) children.delete(name);
  }
}

function split(path: string): readonly [parents: string, name: string] {
  const at = path.lastIndexOf('/');
  return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
}

function join(parents: string, name: string): string {
  return parents === '' || name === '' ? parents + name : `${parents}/${name}`;
}
