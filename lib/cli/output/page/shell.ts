/** A page as one file that reaches nothing: its frame, and a policy that lets only its own style and script in. Pure. */
import { createHash } from 'node:crypto';
import { html, ours, type Html } from './html';
import { PAGE_SCRIPT } from './script';
import { PAGE_STYLE } from './style';

export interface Page {
  /** Which subcommand makes it: `boxcutter report`. */
  readonly generator: string;
  readonly title: string;
  /** What stands below the title, a word and a value each. */
  readonly facts: readonly (readonly [word: string, value: string])[];
  /** Where links at the top lead to: ids of elements and their words. */
  readonly sections: readonly (readonly [id: string, word: string])[];
  readonly main: readonly Html[];
  /** Constants of ours, added to those of every page. */
  readonly style: string;
  readonly script: string;
}

/** By this line a file is known as a page of a subcommand, which another one of it may replace. */
export function generatorMark(generator: string): string {
  return `<meta name="generator" content="${generator}">`;
}

export function pageText({ generator, title, facts, sections, main, style, script }: Page): string {
  const [wholeStyle, wholeScript] = [`${PAGE_STYLE}${style}`, `${PAGE_SCRIPT}${script}`];
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${ours(policy(wholeStyle, wholeScript))}">
${ours(generatorMark(generator))}
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title}</title><style>${ours(wholeStyle)}</style></head><body>
<header><div class="bar"><h1>${title}</h1><button id="theme" type="button" hidden>Light or dark</button></div>
<dl>${facts.map(([word, value]) => html`<div><dt>${word}</dt><dd>${value}</dd></div>`)}</dl>
<nav aria-label="Sections">${sections.map(([id, word]) => html`<a href="#${id}">${word}</a>`)}</nav></header>
<main>${main}</main>
<script>${ours(wholeScript)}</script></body></html>
`.text;
}

/** Only our own style and script, by their digests: nothing of what was read can run, and nothing leaves the page. */
function policy(style: string, script: string): string {
  return [
    `default-src 'none'`, `style-src '${digest(style)}'`, `script-src '${digest(script)}'`, `base-uri 'none'`, `form-action 'none'`,
  ].join('; ');
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
