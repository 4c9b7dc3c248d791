/** A way to a server on this machine, an API server or a registry: with latency, and away whenever a test wants. TLS goes through as it is. */
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class Link {
  /** From one end to the other, in milliseconds; for what is sent from now on. */
  latencyMs = 0;
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly protocol: string, private readonly to: number, private port: number) {}

  /** @param server its address, `https://127.0.0.1:PORT` */
  static async open(server: string): Promise<Link> {
    const { protocol, port } = new URL(server);
    const link = new Link(protocol, Number(port), 0);
    await link.back();
    return link;
  }

  /** Address of the server by this way. */
  get url(): string {
    return `${this.protocol}//${this.host}`;
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Everything that is open is cut, and nobody listens any more. */
  async away(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** It listens where it did before, as a Service keeps its address. */
  async back(): Promise<void> {
    if (this.server !== undefined) return;
    const server = createServer((socket) => this.join(socket));
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  private join(near: Socket): void {
    const far = createConnection(this.to, '127.0.0.1');
    this.relay(near, far);
    this.relay(far, near);
  }

  private relay(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (chunk) => this.later(() => to.writable && to.write(chunk)));
    from.on('end', () => this.later(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      this.later(() => to.destroy());
    });
  }

  private later(act: () => void): void {
    if (this.latencyMs === 0) act();
    else setTimeout(act, this.latencyMs);
  }
}
