/**
 * Where everything stands in the text of one document, YAML or JSON, so that a piece of it can be changed and the rest stays to the byte:
 * comments, order and quoting.
 */
import { COLLECTION_STYLE, EVENT_ID, parseEvents, SCALAR_STYLE } from 'js-yaml';
import { scalarText } from '../../yaml/scalar-text';

export type TextNode = TextMap | TextList | TextScalar;

interface Spanning {
  readonly start: number;
  /** Behind the last sign. */
  end: number;
}

export interface TextMap extends Spanning {
  readonly kind: 'map';
  readonly isFlow: boolean;
  readonly members: { readonly key: string; readonly start: number; readonly value: TextNode }[];
}

export interface TextList extends Spanning {
  readonly kind: 'list';
  readonly isFlow: boolean;
  readonly items: TextNode[];
}

export interface TextScalar extends Spanning {
  readonly kind: 'scalar';
  readonly text: string;
  readonly quote: '' | '\'' | '"';
}

/** The root of the first document of a text; undefined: it cannot be read, or is empty. */
export function rootOf(text: string): TextNode | undefined {
  let root: TextNode | undefined;
  const stack: { readonly node: TextMap | TextList; key?: TextScalar | undefined }[] = [];
  const take = (node: TextNode): void => {
    const parent = stack.at(-1);
    if (parent === undefined) root ??= node;
    else if (parent.node.kind === 'list') parent.node.items.push(node);
    else if (parent.key === undefined) parent.key = node.kind === 'scalar' ? node : { ...node, kind: 'scalar', text: '', quote: '' };
    else {
      parent.node.members.push({ key: parent.key.text, start: parent.key.start, value: node });
      parent.key = undefined;
    }
  };
  for (const event of parseEvents(text, { maxDepth: 400 })) {
    switch (event.type) {
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        const isFlow = event.style === COLLECTION_STYLE.FLOW;
        const span = { start: event.start, end: event.start, isFlow };
        const isMap = event.type === EVENT_ID.MAPPING;
        const node: TextMap | TextList = isMap ? { kind: 'map', ...span, members: [] } : { kind: 'list', ...span, items: [] };
        take(node);
        stack.push({ node });
        break;
      }
      case EVENT_ID.SCALAR: {
        const quote = event.style === SCALAR_STYLE.DOUBLE_QUOTED ? '"' : event.style === SCALAR_STYLE.SINGLE_QUOTED ? '\'' : '';
        const start = Math.max(0, event.valueStart) - quote.length;
        take({ kind: 'scalar', start, end: Math.max(0, event.valueEnd) + quote.length, text: scalarText(text, event), quote });
        break;
      }
      case EVENT_ID.ALIAS:
        take({ kind: 'scalar', start: event.anchorStart - 1, end: event.anchorEnd, text: '', quote: '' });
        break;
      case EVENT_ID.POP: {
        const closed = stack.pop()?.node;
        if (closed !== undefined) closed.end = endOf(closed, text);
        else if (root !== undefined) return root;
        break;
      }
      default:
    }
  }
  return root;
}

/** A block ends with what is in it; of a flow collection the bracket follows, behind blanks, commas and comments. */
function endOf(node: TextMap | TextList, text: string): number {
  const last = node.kind === 'map' ? node.members.at(-1)?.value : node.items.at(-1);
  const inner = last?.end ?? node.start + 1;
  if (!node.isFlow) return inner;
  const rest = /^(?:[\s,]|#[^\n]*)*[\]}]/.exec(text.slice(inner));
  return inner + (rest?.[0].length ?? 0);
}

/** The node at a path; undefined: there is none. */
export function nodeAt(root: TextNode | undefined, path: readonly (string | number)[]): TextNode | undefined {
  let node = root;
  for (const step of path) {
    if (node?.kind === 'map') node = node.members.find(({ key }) => key === step)?.value;
    else node = node?.kind === 'list' && typeof step === 'number' ? node.items[step] : undefined;
  }
  return node;
}
