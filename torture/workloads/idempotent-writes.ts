import { type Fixture, sendOnce, sendWithRetry } from './workload.ts';

type Send<Input> = (key: string, input: Input, sender: typeof sendOnce) => Promise<string>;

interface Entry<Input> {
  input: Input;
  response: string | undefined;
}

/** Number of acknowledged writes that are repeated after every fault. */
const retriesPerRound = 10;

/** Writes with an `Idempotency-Key`: a retry must return the same answer and must not write twice. */
export class IdempotentWrites<Input> {
  readonly #entries = new Map<string, Entry<Input>>();
  readonly #name: string;
  readonly #fixture: Fixture;
  readonly #send: Send<Input>;
  readonly #problems: string[] = [];
  #acknowledged = 0;

  constructor(name: string, fixture: Fixture, send: Send<Input>) {
    this.#name = name;
    this.#fixture = fixture;
    this.#send = send;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** By key; only complete after `settle`. */
  get responses(): [key: string, response: string][] {
    return [...this.#entries].flatMap(([key, { response }]) =>
      response === undefined ? [] : [[key, response]],
    );
  }

  async write(input: Input): Promise<void> {
    const key = `torture-${this.#name}-${this.#entries.size + 1}`;
    const entry: Entry<Input> = { input, response: undefined };
    this.#entries.set(key, entry);
    this.#acknowledge(entry, await this.#send(key, input, sendOnce));
  }

  async settle(): Promise<void> {
    const all = [...this.#entries];
    const unanswered = all.filter(([, { response }]) => response === undefined);
    const latest = all.filter(([, { response }]) => response !== undefined).slice(-retriesPerRound);
    await Promise.all(
      [...unanswered, ...latest].map(async ([key, entry]) => {
        const response = await this.#send(key, entry.input, sendWithRetry);
        this.#fixture.retried += 1;
        if (entry.response === undefined) this.#acknowledge(entry, response);
        else if (response !== entry.response)
          this.#problems.push(`${key} was answered ${entry.response}, and now ${response}`);
      }),
    );
  }

  /** Returns and clears the answers that differed on a retry. */
  takeProblems(): string[] {
    return this.#problems.splice(0);
  }

  #acknowledge(entry: Entry<Input>, response: string): void {
    entry.response = response;
    this.#acknowledged += 1;
  }
}
