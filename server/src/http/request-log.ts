import type { Logger } from 'pino';

type Line = Parameters<Logger['info']>;
type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** The log of one request. Its child logger is created on first use, because most requests log nothing. */
export class RequestLog {
  readonly #parent: Logger;
  readonly #bindings: object;
  #named: Logger | undefined;

  constructor(parent: Logger, bindings: object) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  trace(...line: Line): void {
    this.#write('trace', line);
  }
  debug(...line: Line): void {
    this.#write('debug', line);
  }
  info(...line: Line): void {
    this.#write('info', line);
  }
  warn(...line: Line): void {
    this.#write('warn', line);
  }
  error(...line: Line): void {
    this.#write('error', line);
  }
  fatal(...line: Line): void {
    this.#write('fatal', line);
  }
  child(bindings: object): Logger {
    return this.#name().child(bindings);
  }

  #write(level: Level, line: Line): void {
    if (this.#parent.isLevelEnabled(level)) this.#name()[level](...line);
  }

  #name(): Logger {
    this.#named ??= this.#parent.child(this.#bindings);
    return this.#named;
  }
}
