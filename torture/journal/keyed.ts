import { type Ground, insist, wish } from './trade.ts';

type Asking<Wish> = (key: string, wished: Wish, by: typeof wish) => Promise<string>;

interface Entry<Wish> {
  wished: Wish;
  answer: string | undefined;
}

/** How many of those that were answered are asked again after every fault. */
const askedAgainEachTime = 10;

/** Writes with an `Idempotency-Key`: asked again, each has the same answer, and none happens twice. */
export class KeyedWrites<Wish> {
  readonly #entries = new Map<string, Entry<Wish>>();
  readonly #name: string;
  readonly #ground: Ground;
  readonly #asking: Asking<Wish>;
  readonly #found: string[] = [];
  #acknowledged = 0;

  constructor(name: string, ground: Ground, asking: Asking<Wish>) {
    this.#name = name;
    this.#ground = ground;
    this.#asking = asking;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** By key; only complete after `settle`. */
  get answers(): [key: string, answer: string][] {
    return [...this.#entries].flatMap(([key, { answer }]) => (answer === undefined ? [] : [[key, answer]]));
  }

  async write(wished: Wish): Promise<void> {
    const key = `torture-${this.#name}-${this.#entries.size + 1}`;
    const entry: Entry<Wish> = { wished, answer: undefined };
    this.#entries.set(key, entry);
    this.#answered(entry, await this.#asking(key, wished, wish));
  }

  async settle(): Promise<void> {
    const all = [...this.#entries];
    const unanswered = all.filter(([, { answer }]) => answer === undefined);
    const latest = all.filter(([, { answer }]) => answer !== undefined).slice(-askedAgainEachTime);
    await Promise.all(
      [...unanswered, ...latest].map(async ([key, entry]) => {
        const answer = await this.#asking(key, entry.wished, insist);
        this.#ground.askedAgain += 1;
        if (entry.answer === undefined) this.#answered(entry, answer);
        else if (answer !== entry.answer)
          this.#found.push(`${key} was answered ${entry.answer}, and now ${answer}`);
      }),
    );
  }

  /** Answers that changed since they were looked at last. */
  takeFound(): string[] {
    return this.#found.splice(0);
  }

  #answered(entry: Entry<Wish>, answer: string): void {
    entry.answer = answer;
    this.#acknowledged += 1;
  }
}
