/** The configuration of VitePress. It is copied beside the pages; `site.json` there has what `tools/site.mjs` knows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const { root, base, version, description, places, navigation } = JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8'));
const { asOnGitHub } = await import(join(root, 'tools', 'site', 'markdown.mjs'));
const { slug } = await import(join(root, 'tools', 'docs', 'links.mjs'));

const addresses = new Map(Object.entries(places));
const sources = new Map([...addresses].filter(([source]) => source.endsWith('.md')).map(([source, address]) => [fileOf(address), source]));
const entry = ({ title, page, below = [] }) => ({
  text: title,
  link: addresses.get(page),
  ...(below.length === 0 ? {} : { collapsed: true, items: below.map(entry) }),
});

/** A box, opened by a cut. */
const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#5672cd" stroke-width="3">'
  + '<path d="M4 10 16 4l12 6v12l-12 6-12-6z"/><path d="m4 10 12 6 12-6M16 16v3M16 22v6"/></svg>';

export default {
  base,
  title: 'boxcutter',
  description,
  lang: 'en',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  srcExclude: ['public/**'],
  metaChunk: true,
  markdown: {
    anchor: { slugify: slug },
    attrs: { disable: true },
    config: (md) => asOnGitHub(md, { places: addresses, sources, base }),
  },
  themeConfig: {
    nav: [
      { text: 'Getting started', link: '/getting-started.html' },
      { text: 'Cookbook', link: '/cookbook.html' },
      { text: 'Commands', link: '/commands/' },
      { text: version, link: '/contributing.html' },
    ],
    sidebar: navigation.map(({ title, entries }) => ({ text: title, collapsed: false, items: entries.map(entry) })),
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local', options: { detailedView: true, _render: forSearch } },
    footer: { message: 'Apache License 2.0' },
  },
};

/** The page of the site at an address. */
function fileOf(address) {
  return `${address.slice(1)}`.replace(/\.html$/, '.md').replace(/(^|\/)$/, '$1index.md');
}

/** What is searched needs no colours, which take most of the time. */
function forSearch(text, env, md) {
  const { highlight } = md.options;
  md.options.highlight = null;
  try {
    const html = md.render(text, env);
    return env.frontmatter?.search === false ? '' : html;
  } finally {
    md.options.highlight = highlight;
  }
}
