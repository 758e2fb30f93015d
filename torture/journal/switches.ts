import { insist, wish } from './trade.ts';

type Turning = (name: string, on: boolean, by: typeof wish) => Promise<string>;

interface Switch {
  on: boolean;
  /** Asked for, and not answered yet. */
  wished: boolean | undefined;
}

/** Things that are on or off, and stay what they were answered to be; asking for the same again changes nothing. */
export class Switches {
  readonly #switches = new Map<string, Switch>();
  readonly #busy = new Set<string>();
  readonly #turning: Turning;
  acknowledged = 0;

  constructor(turning: Turning) {
    this.#turning = turning;
  }

  /** Turns one to the other side. One that somebody is turning at this moment is left alone. */
  async flip(name: string): Promise<void> {
    const one = this.#switches.get(name) ?? { on: false, wished: undefined };
    if (this.#busy.has(name) || one.wished !== undefined) return;
    this.#switches.set(name, one);
    await this.#turn(name, one, !one.on, wish);
  }

  async settle(): Promise<void> {
    await Promise.all(
      [...this.#switches].map(async ([name, one]) => {
        if (one.wished !== undefined) await this.#turn(name, one, one.wished, insist);
      }),
    );
  }

  /** Compares with those that are on. */
  differences(areOn: ReadonlySet<string>): { lost: number; unwanted: number } {
    let lost = 0;
    let unwanted = 0;
    for (const [name, { on }] of this.#switches) {
      if (on && !areOn.has(name)) lost += 1;
      if (!on && areOn.has(name)) unwanted += 1;
    }
    return { lost, unwanted };
  }

  async #turn(name: string, one: Switch, on: boolean, by: typeof wish): Promise<void> {
    this.#busy.add(name);
    one.wished = on;
    try {
      await this.#turning(name, on, by);
      one.on = on;
      one.wished = undefined;
      this.acknowledged += 1;
    } finally {
      this.#busy.delete(name);
    }
  }
}
