/**
 * Requests of one connection are answered one after the other. A client may send a thousand of them without waiting for an answer; begun
 * all at once, each would hold its own buffers until those before it are taken.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that are not answered yet. No client that means well sends more ahead. */
const MOST_AHEAD = 16;

export class Turns {
  private readonly connections = new WeakMap<Socket, { unanswered: number; last: Promise<void> }>();

  /**
   * Waits for the answers before it on its connection.
   * @returns false: there were too many, and the connection is closed
   */
  async begin({ socket }: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const connection = this.connections.get(socket) ?? { unanswered: 0, last: Promise.resolve() };
    this.connections.set(socket, connection);
    if (connection.unanswered === MOST_AHEAD) {
      socket.destroy();
      return false;
    }
    connection.unanswered += 1;
    const before = connection.last;
    connection.last = new Promise((resolve) => {
      response.once('close', () => {
        connection.unanswered -= 1;
        resolve();
      });
    });
    await before;
    return !socket.destroyed;
  }
}
