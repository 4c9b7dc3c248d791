/** The log as JSON, a line each, with pino. Loaded when a controller runs. */
import { pino, type Logger } from 'pino';
import { isBoxcutterError } from '../../errors';
import { escapeInQuotes } from '../../plain-text';
import type { LogLevel } from './config/config';
import type { Log, LogFields } from './log';

/** Members that no line may show, whoever puts them there: the last resort, not the first. */
const HIDDEN = ['token', 'password', 'authorization', 'data', 'stringData', 'kubeconfig'];

export interface PinoLogOptions {
  readonly level: LogLevel;
  /** Gets each line, with its line break; control characters are spelled out. */
  readonly write: (line: string) => void;
  /** On every line. */
  readonly fields?: LogFields;
}

/** Each line has `time` (RFC 3339), `level`, `message` and its data; under `err` an error with code and message, a fault with its stack. */
export function pinoLog({ level, write, fields = {} }: PinoLogOptions): Log {
  const logger = pino({
    level,
    base: null,
    messageKey: 'message',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorFields },
    redact: { paths: HIDDEN.flatMap((name) => [name, `*.${name}`]), censor: '(hidden)' },
  }, { write: (line: string) => write(escapeInQuotes(line)) });
  return logOf(logger, fields);
}

/** @param always on every line. Children of pino would write a key twice that a line has, too: JSON with two meanings. */
function logOf(logger: Logger, always: LogFields): Log {
  const saying = (level: Exclude<keyof Log, 'child'>): Log['info'] => (fields, message) => logger[level]({ ...always, ...fields }, message);
  return {
    debug: saying('debug'), info: saying('info'), warn: saying('warn'), error: saying('error'),
    child: (fields) => logOf(logger, { ...always, ...fields }),
  };
}

/** What went wrong with an input or a server needs no stack; a fault of ours does. */
function errorFields(error: unknown): LogFields {
  if (isBoxcutterError(error)) {
    const { code, category, message, hint } = error;
    return { code, category, message, hint };
  }
  return error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) };
}
