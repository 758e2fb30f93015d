import { sendOnce, sendWithRetry } from './workload.ts';

type SetToggle = (name: string, on: boolean, send: typeof sendOnce) => Promise<string>;

interface Toggle {
  on: boolean;
  /** Sent, and not acknowledged yet. */
  pending: boolean | undefined;
}

/** Idempotent on/off settings, with their last acknowledged state. */
export class Toggles {
  readonly #toggles = new Map<string, Toggle>();
  readonly #busy = new Set<string>();
  readonly #set: SetToggle;
  acknowledged = 0;

  constructor(set: SetToggle) {
    this.#set = set;
  }

  /** Inverts one setting, unless a change of it is pending. */
  async flip(name: string): Promise<void> {
    const toggle = this.#toggles.get(name) ?? { on: false, pending: undefined };
    if (this.#busy.has(name) || toggle.pending !== undefined) return;
    this.#toggles.set(name, toggle);
    await this.#apply(name, toggle, !toggle.on, sendOnce);
  }

  async settle(): Promise<void> {
    await Promise.all(
      [...this.#toggles].map(async ([name, toggle]) => {
        if (toggle.pending !== undefined) await this.#apply(name, toggle, toggle.pending, sendWithRetry);
      }),
    );
  }

  /** Compares the acknowledged states with those in the database. */
  differences(areOn: ReadonlySet<string>): { lost: number; unwanted: number } {
    let lost = 0;
    let unwanted = 0;
    for (const [name, { on }] of this.#toggles) {
      if (on && !areOn.has(name)) lost += 1;
      if (!on && areOn.has(name)) unwanted += 1;
    }
    return { lost, unwanted };
  }

  async #apply(name: string, toggle: Toggle, on: boolean, send: typeof sendOnce): Promise<void> {
    this.#busy.add(name);
    toggle.pending = on;
    try {
      await this.#set(name, on, send);
      toggle.on = on;
      toggle.pending = undefined;
      this.acknowledged += 1;
    } finally {
      this.#busy.delete(name);
    }
  }
}
