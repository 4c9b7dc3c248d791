/** One look at a page from a file: what the browser complains about, screenshots, and what a function finds in the page. */
import { pathToFileURL } from 'node:url';
import { open } from './browser.mjs';

export const sizes = { desktop: { width: 1280, height: 900, mobile: false }, phone: { width: 390, height: 844, mobile: true } };

/**
 * @param chrome of `start` in browser.mjs
 * @param look a function that runs in the page, and what it is given; it may be asynchronous
 * @param wantsPng whether to make a screenshot, as base64; before `look`, or behind it
 */
export async function visit(chrome, page, size, scheme, [look, ...given], wantsPng = false) {
  const { call, evaluate, complaints, end } = await open(chrome, pathToFileURL(page).href, { ...size, scheme });
  const picture = async () => (wantsPng ? (await call('Page.captureScreenshot', { captureBeyondViewport: false })).data : '');
  const png = await picture();
  const seen = await evaluate(look, ...given);
  const pngAfter = await picture();
  await end();
  return { seen, complaints, png, pngAfter };
}
