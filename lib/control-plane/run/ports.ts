import * as net from 'node:net';
import { BoxcutterError } from '../../errors';

/**
 * The port of the API server: the one asked for, else the one it had before when that is free, else a free one.
 *
 * @throws BoxcutterError `port-taken` when the one asked for is in use.
 */
export async function choosePort(asked: number | undefined, former: number | undefined): Promise<number> {
  if (asked !== undefined) {
    if (await tryPort(asked)) return asked;
    throw new BoxcutterError(
      'port-taken', 'input',
      `Port ${asked} on 127.0.0.1 cannot be used: another program has it, or the system does not allow it.`,
      {
        hint: 'Name another port, or leave the port out to get a free one.',
        details: { port: asked },
      },
    );
  }
  if (former !== undefined && (await tryPort(former))) return former;
  const free = await tryPort(0);
  if (free === undefined) throw new BoxcutterError('port-taken', 'server', 'There is no free port on 127.0.0.1.');
  return free;
}

/** The port when one could listen on it (a free one for 0), undefined when not. */
function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });
}
