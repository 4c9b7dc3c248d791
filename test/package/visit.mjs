/** A page as a headless Chromium shows it: what the browser complains about, a screenshot, and what a function finds in the page. */
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

export const sizes = { desktop: { width: 1280, height: 900, mobile: false }, phone: { width: 390, height: 844, mobile: true } };

/**
 * @param chrome of `start` in browser.mjs
 * @param look a function that runs in the page, and what it is given; it may be asynchronous
 * @param wantsPng whether to make a screenshot, as base64; before `look`, or behind it
 */
export async function visit({ send, events }, page, { width, height, mobile }, scheme, [look, ...given], wantsPng = false) {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const call = (method, params) => send(method, params, sessionId);
  const complaints = [];
  let loaded;
  const isLoaded = new Promise((resolve) => (loaded = resolve));
  events.set(sessionId, ({ method, params }) => {
    if (method === 'Page.loadEventFired') loaded();
    if (method === 'Log.entryAdded') complaints.push(params.entry.text);
    if (method === 'Runtime.exceptionThrown') complaints.push(params.exceptionDetails.text);
    if (method === 'Runtime.consoleAPICalled') complaints.push(`console.${params.type}`);
    const { url = 'file:' } = params.request ?? {};
    if (method === 'Network.requestWillBeSent' && !url.startsWith('file:')) complaints.push(`request: ${url}`);
  });
  for (const domain of ['Page', 'Log', 'Runtime', 'Network']) await call(`${domain}.enable`);
  await call('Emulation.setDeviceMetricsOverride', { width, height, mobile, deviceScaleFactor: 1 });
  await call('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
  await call('Page.navigate', { url: pathToFileURL(page).href });
  await isLoaded;
  const picture = async () => (await call('Page.captureScreenshot', { captureBeyondViewport: false })).data;
  const before = wantsPng ? await picture() : '';
  const expression = `(${look})(${given.map((one) => JSON.stringify(one)).join(', ')})`;
  const { result, exceptionDetails } = await call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
  assert.equal(exceptionDetails, undefined, exceptionDetails?.exception?.description);
  const after = wantsPng ? await picture() : '';
  await send('Target.closeTarget', { targetId });
  return { seen: result.value, complaints, png: before, pngAfter: after };
}
