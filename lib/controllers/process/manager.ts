/** The life of a controller process: serve, become leader, reconcile, end in order. */
import { BoxcutterError, messageOf } from '../../errors';
import type { Controller, ControllerContext } from './controller';
import { ALONE, type Candidacy, type Leadership } from './leader/leadership';

export interface ManagerOptions {
  readonly context: ControllerContext;
  readonly controllers: readonly Controller[];
  /** @default this process is alone */
  readonly candidacy?: Candidacy;
  /** What has to be there before anything begins. */
  readonly precondition?: Precondition;
  /** Called as soon as this process leads: from then on it may write. */
  readonly onLeading?: (leadership: Leadership) => void;
  /** What is left to be written when the controllers have stopped. Not called when the leadership is lost. */
  readonly beforeRelease?: () => Promise<void>;
}

export interface Precondition {
  readonly name: string;
  /** Resolves when it is there. Waits as long as it takes; also resolves when the process has to end. */
  ready(): Promise<void>;
  /** What is missing, a sentence each. */
  readonly troubles: readonly string[];
}

/** What `/readyz` says of one part. */
export interface Readiness {
  readonly name: string;
  readonly ready: boolean;
  /** Why it is not ready, where that is known: sentences. */
  readonly why?: readonly string[];
}

/** What was under way when the leadership was lost cannot be written any more: it is not waited for longer than this. */
const LOST_MS = 2_000;
/** Of the time to end, this part is for turns that would end by themselves. */
const GRACE = 0.4;

/**
 * Runs controllers. Those whose feature gate is off are left out. Every replica serves; one leads. When the leadership is lost everything
 * is broken off, and `run` rejects: the process has to end, because what it had under way belongs to another one now.
 */
export class Manager {
  private readonly controllers: readonly Controller[];
  private readonly served = new Set<Controller>();
  private readonly started = new Set<Controller>();
  private isLeading = false;
  private mayBegin = false;

  constructor(private readonly options: ManagerOptions) {
    const { controllers, context: { gates } } = options;
    this.controllers = controllers.filter(({ gate }) => gate === undefined || gates.enabled(gate));
  }

  get leading(): boolean {
    return this.isLeading;
  }

  /** A replica that waits for the leadership is ready when it serves. */
  readiness(): readonly Readiness[] {
    const { precondition } = this.options;
    const before = precondition === undefined ? [] : [{ name: precondition.name, ready: this.mayBegin, why: precondition.troubles }];
    return [...before, ...this.controllers.map((controller) => {
      const isNeeded = this.isLeading || controller.serve !== undefined;
      const hasBegun = this.isLeading ? this.started.has(controller) : this.served.has(controller);
      return { name: controller.name, ready: !isNeeded || (hasBegun && controller.ready()) };
    })];
  }

  /**
   * Resolves after an orderly end, when the signal of the context has fired.
   * @throws BoxcutterError `leadership-lost`; whatever a controller throws that cannot start
   */
  async run(): Promise<void> {
    const { context, candidacy = () => Promise.resolve(ALONE), precondition, onLeading, beforeRelease } = this.options;
    const { log, signal } = context;
    let leadership: Leadership | undefined;
    let lost: string | undefined;
    try {
      await this.untilSignal(precondition?.ready() ?? Promise.resolve());
      if (signal.aborted) return;
      this.mayBegin = true;
      await this.untilSignal(Promise.all(this.controllers.map((controller) => this.serve(controller))));
      if (signal.aborted) return;
      leadership = await candidacy(signal);
      if (leadership === undefined || signal.aborted) return;
      this.isLeading = true;
      onLeading?.(leadership);
      log.info({ controllers: this.controllers.map(({ name }) => name) }, 'leading');
      const loss = leadership.lost.then((reason) => void (lost = reason));
      const begun = Promise.all(this.controllers.map((controller) => this.start(controller)));
      await Promise.race([begun, loss, this.ended()]);
      if (lost === undefined && !signal.aborted) log.info({}, 'reconciling');
      if (lost === undefined) await Promise.race([loss, this.ended()]);
      // What was starting when the end came has its own end in `stop`.
      begun.catch(() => undefined);
    } finally {
      await this.stop(lost !== undefined);
      if (lost === undefined) await beforeRelease?.();
      await leadership?.release();
      this.isLeading = false;
    }
    if (lost === undefined) return;
    throw new BoxcutterError('leadership-lost', 'locked', `This process does not lead any more: ${lost}.`, {
      hint: 'Another replica goes on. Start this one again, so that it can take over when that one ends.',
    });
  }

  private async serve(controller: Controller): Promise<void> {
    await controller.serve?.(this.contextOf(controller));
    this.served.add(controller);
  }

  private async start(controller: Controller): Promise<void> {
    await controller.start(this.contextOf(controller));
    this.started.add(controller);
    this.options.context.log.info({ controller: controller.name }, 'controller started');
  }

  private contextOf(controller: Controller): ControllerContext {
    const { context } = this.options;
    return { ...context, log: context.log.child({ controller: controller.name }) };
  }

  /** Ends all at once, within the time that there is. After a loss nothing is waited for. */
  private async stop(isLost: boolean): Promise<void> {
    const { clock, config: { shutdownSeconds }, log } = this.options.context;
    const mostMs = isLost ? LOST_MS : shutdownSeconds * 1000;
    const graceMs = isLost ? 0 : mostMs * GRACE;
    const stopping = Promise.all(this.controllers.map(async (controller) => {
      try {
        await controller.stop(graceMs);
      } catch (error) {
        log.error({ controller: controller.name, err: error }, `controller did not stop: ${messageOf(error)}`);
      }
    }));
    let callOff = (): void => {};
    const late = new Promise<'late'>((resolve) => (callOff = clock.after(mostMs, () => resolve('late'))));
    const isLate = (await Promise.race([stopping, late])) === 'late';
    if (isLate) log.error({ seconds: mostMs / 1000 }, 'what was under way did not end in time');
    callOff();
  }

  private async untilSignal(work: Promise<unknown>): Promise<void> {
    work.catch(() => undefined);
    await Promise.race([work, this.ended()]);
  }

  private ended(): Promise<void> {
    const { signal } = this.options.context;
    return new Promise((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
