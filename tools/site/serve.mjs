/** Shows a built site on this machine. */
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Listens on a free port of the loopback, or on `port`. */
export async function listen(folder, base, port = 0) {
  const server = createServer((request, response) => {
    const file = fileFor(folder, base, decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname));
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': types[extname(file ?? '.html')] ?? 'application/octet-stream' });
    response.end(readFileSync(file ?? join(folder, '404.html')));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${server.address().port}${base}`, close: () => server.close() };
}

/** Until Ctrl-C. */
export async function serve(folder, base) {
  const { address, close } = await listen(folder, base, Number(process.env.PORT ?? 0));
  console.log(`${address} (Ctrl-C ends it)`);
  await once(process, 'SIGINT');
  close();
}

function fileFor(folder, base, path) {
  if (!path.startsWith(base)) return undefined;
  const inFolder = normalize(`/${path.slice(base.length)}`);
  const file = join(folder, inFolder.endsWith('/') ? `${inFolder}index.html` : inFolder);
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : undefined;
}
