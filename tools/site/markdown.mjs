/**
 * The pages are Markdown as GitHub shows it. VitePress makes Vue templates of them, where more has a meaning: braces, tags, attributes.
 * These rules take that away, and lead links to where their targets are on the site.
 */
import { targetOf } from './layout.mjs';

/** Tags that mean what they mean on GitHub, and what VitePress puts into headings; every other one is text. */
const HARMLESS = /^(?:<!--[^]*-->\s*|<\/?(?:br|details|summary|sub|sup|kbd)\s*\/?>\s*|&ZeroWidthSpace;)+$/;

/**
 * @param md the markdown-it of VitePress
 * @param site places: addresses on the site by path in the repository; sources: paths in the repository by page of the site; base: what
 * stands before every address
 */
export function asOnGitHub(md, { places, sources, base }) {
  md.core.ruler.disable(['emoji'], true);
  md.core.ruler.push('as-on-github', ({ tokens, env }) => {
    for (const token of tokens) {
      plain(token);
      for (const child of token.children ?? []) {
        plain(child);
        if (child.type === 'link_open') lead(child, addressOf(child.attrGet('href') ?? '', sources.get(env.relativePath)));
      }
    }
  });

  /** The address of a link on the site. Pages that are made for the site have no source. */
  function addressOf(href, page) {
    if (page === undefined || /^(?:[a-z]+:|\/|#)/.test(href)) return href;
    const [, anchor] = href.split('#');
    const address = places.get(targetOf(page, href));
    if (address === undefined) throw new Error(`${page} links to ${href}, which is not on the site`);
    return anchor === undefined ? address : `${address}#${anchor}`;
  }

  function lead(token, address) {
    const isFile = address.startsWith('/') && !/(?:\/|\.html)(?:#.*)?$/.test(address);
    token.attrSet('href', isFile ? `${base}${address.slice(1)}` : address);
    // The browser itself opens what is no page.
    if (isFile) token.attrSet('target', '_self');
  }

  const { escapeHtml } = md.utils;
  const inVue = (text) => escapeHtml(text).replaceAll('{{', '&#123;&#123;');
  md.renderer.rules.text = (tokens, index) => inVue(tokens[index].content);
  md.renderer.rules.code_inline = (tokens, index) => `<code v-pre>${escapeHtml(tokens[index].content)}</code>`;
}

function plain(token) {
  if (!['html_block', 'html_inline'].includes(token.type) || HARMLESS.test(token.content)) return;
  token.type = token.type === 'html_block' ? 'code_block' : 'text';
}
