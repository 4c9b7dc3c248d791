/**
 * One request on its way through the proxy, with the fault that is done to it.
 */
import type { ServerResponse } from 'node:http';
import { statusOf, type StatusAnswer } from './canned';
import { isWatchFault, type Fault } from './faults';
import type { OpenRequest } from './requests';
import { asInitialEvents, passedOn, type Answer, type Forwarded, type Server } from './upstream';
import { WatchRelay } from './watch-relay';

/** What cannot be done to it: bodies of watches, a memory of writes, events of what is no watch. */
export function isPossible(fault: Fault, { watch, method, path }: OpenRequest): boolean {
  if (isWatchFault(fault)) return watch;
  if (fault.type === 'stale') return method === 'GET' && (!watch || path.includes('sendInitialEvents=true'));
  return !watch || !['duplicate', 'timeout-after', 'truncate', 'cut-body'].includes(fault.type);
}

/** What the test gave to the proxy has thrown, and not the network. */
export class ActFailed extends Error {}

export class Exchange {
  private relay: WatchRelay | undefined;

  constructor(
    private readonly server: Server,
    private readonly record: OpenRequest,
    private readonly request: Forwarded,
    private readonly response: ServerResponse,
    private readonly fault: Fault | undefined,
  ) {
    if (fault !== undefined) record.fault = fault.type;
    response.on('error', () => undefined);
  }

  async run(): Promise<void> {
    const { fault } = this;
    if (fault?.type === 'refuse') return this.cut();
    if (fault?.type === 'answer') return this.give(statusOf(fault.answer));
    if (fault?.type === 'delay-request') await pause(fault.ms);
    if (fault?.type === 'meanwhile' && fault.at === 'arrival') {
      await this.act(fault);
      if (fault.then === 'cut') return this.cut();
    }
    return this.record.watch ? this.watch() : this.exchange();
  }

  release(): void {
    this.relay?.release();
  }

  private async act({ act }: Extract<Fault, { type: 'meanwhile' }>): Promise<void> {
    try {
      await act(this.record);
    } catch (cause) {
      throw new ActFailed('act', { cause });
    }
  }

  private async exchange(): Promise<void> {
    const { fault, record } = this;
    const old = fault?.type === 'stale' ? this.server.remembered(record.path) : undefined;
    if (old !== undefined) return this.pass(old);
    let answer = await this.server.exchange(this.request);
    if (fault?.type === 'duplicate') answer = await this.server.exchange(this.request);
    record.serverStatus = answer.status;
    switch (fault?.type) {
      case 'drop-answer':
        return this.cut();
      case 'silence':
        return;
      case 'timeout-after':
        return this.give(statusOf({ type: 'gateway-timeout' }));
      case 'truncate':
        return this.pass({ ...answer, body: answer.body.subarray(0, Math.floor(answer.body.length / 2)) });
      case 'cut-body':
        return this.passHalf(answer);
      case 'meanwhile':
        if (fault.at === 'answer') await this.act(fault);
        return fault.then === 'cut' ? this.cut() : this.pass(answer);
      case 'delay-answer':
        await pause(fault.ms);
        return this.pass(answer);
      default:
        return this.pass(answer);
    }
  }

  private async watch(): Promise<void> {
    const { fault, record, response } = this;
    const old = fault?.type === 'stale' ? this.server.remembered(record.path) : undefined;
    const start = old === undefined ? undefined : asInitialEvents(old);
    const path = start === undefined ? record.path : goingOnFrom(record.path, start.resourceVersion);
    const message = await this.server.open({ ...this.request, path });
    record.serverStatus = message.statusCode ?? 0;
    response.on('close', () => message.destroy());
    message.on('error', () => undefined);
    if (fault?.type === 'drop-answer') return this.cut();
    if (fault?.type === 'silence') return;
    if (fault?.type === 'meanwhile' && fault.at === 'answer') {
      await this.act(fault);
      if (fault.then === 'cut') return this.cut();
    }
    if (fault?.type === 'delay-answer') await pause(fault.ms);
    if (response.destroyed) return void message.destroy();
    record.status = record.serverStatus;
    response.writeHead(record.status, passedOn(message.headers));
    response.flushHeaders();
    const isOpen = record.status === 200;
    const relay = new WatchRelay(isOpen && fault !== undefined && isWatchFault(fault) ? fault : undefined, {
      send: (text) => void response.write(text),
      end: () => void response.end(),
      cut: () => this.cut(),
    });
    this.relay = relay;
    if (start !== undefined) response.write(start.text);
    relay.opened();
    if (!isOpen) return void message.pipe(response);
    message.on('data', (chunk: Buffer) => relay.data(chunk));
    message.on('close', () => relay.ended());
  }

  private pass({ status, headers, body }: Answer): void {
    if (this.response.destroyed) return;
    this.record.status = status;
    this.response.writeHead(status, { ...headers, ...(status === 304 ? {} : { 'content-length': body.length }) }).end(body);
  }

  private passHalf({ status, headers, body }: Answer): void {
    if (this.response.destroyed) return;
    this.record.status = status;
    this.response.writeHead(status, { ...headers, 'content-length': body.length });
    this.response.write(body.subarray(0, Math.floor(body.length / 2)));
    this.cut();
  }

  private give({ code, headers, body }: StatusAnswer): void {
    this.pass({ status: code, headers: { ...headers }, body: Buffer.from(body) });
  }

  private cut(): void {
    // After what was written before.
    this.response.socket?.destroySoon();
  }
}

function goingOnFrom(path: string, resourceVersion: string): string {
  const url = new URL(path, 'http://proxy');
  for (const name of ['sendInitialEvents', 'resourceVersionMatch']) url.searchParams.delete(name);
  url.searchParams.set('resourceVersion', resourceVersion);
  return url.pathname + url.search;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
