/** A syntax error and its position. */
export class JsonSyntaxError extends Error {
  override name = 'JsonSyntaxError';
  readonly line: number;
  readonly column: number;

  constructor(text: string, offset: number, message: string) {
    super(message);
    this.line = lineAt(text, offset);
    this.column = offset - text.lastIndexOf('\n', offset - 1);
  }
}

export interface LocatedJson {
  value: unknown;
  /** The line of the value at this path or, if there is none, of its closest parent. */
  lineOf: (path: readonly PropertyKey[]) => number;
}

/** Parses JSON like `JSON.parse` and remembers the line of every value; refuses duplicate names. */
export function parseLocatedJson(text: string, { maxDepth }: { maxDepth: number }): LocatedJson {
  const reader = new Reader(text, maxDepth);
  const value = reader.readAll();
  return {
    value,
    lineOf(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const offset = reader.offsets.get(keyOf(path.slice(0, length)));
        if (offset !== undefined) return lineAt(text, offset);
      }
      return lineAt(text, reader.offsets.get('') ?? 0);
    },
  };
}

const keyOf = (path: readonly PropertyKey[]) => path.map((part) => JSON.stringify(String(part))).join('/');

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

const space = /[ \t\r\n]*/y;
const plainValue = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Reader {
  readonly offsets = new Map<string, number>();
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #path: PropertyKey[] = [];
  #at = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  readAll(): unknown {
    const value = this.#readValue();
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail('there is something after the end');
    return value;
  }

  #readValue(): unknown {
    this.#skipSpace();
    this.offsets.set(keyOf(this.#path), this.#at);
    if (this.#path.length > this.#maxDepth) this.#fail('this is nested too deeply');
    const first = this.#text[this.#at];
    if (first === '{') return this.#readObject();
    if (first === '[') return this.#readArray();
    if (first === '"') return this.#readString();
    plainValue.lastIndex = this.#at;
    const match = plainValue.exec(this.#text);
    if (!match) this.#fail(first === undefined ? 'the file ends too early' : 'a value is expected here');
    this.#at = plainValue.lastIndex;
    return JSON.parse(match[0]) as unknown;
  }

  #readObject(): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    this.#at += 1;
    while (!this.#ends('}', entries.size === 0)) {
      const begin = this.#at;
      if (this.#text[begin] !== '"') this.#fail('a name in double quotes is expected here');
      const name = this.#readString();
      if (entries.has(name)) this.#fail(`“${name}” is given twice`, begin);
      this.#skipSpace();
      if (this.#text[this.#at] !== ':') this.#fail('a colon is expected here');
      this.#at += 1;
      this.#path.push(name);
      entries.set(name, this.#readValue());
      this.#path.pop();
    }
    return Object.fromEntries(entries);
  }

  #readArray(): unknown[] {
    const items: unknown[] = [];
    this.#at += 1;
    while (!this.#ends(']', items.length === 0)) {
      this.#path.push(items.length);
      items.push(this.#readValue());
      this.#path.pop();
    }
    return items;
  }

  /** Consumes the closing bracket, or the comma before the next entry. */
  #ends(end: '}' | ']', isFirst: boolean): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] === end) {
      this.#at += 1;
      return true;
    }
    if (isFirst) return false;
    if (this.#text[this.#at] !== ',') this.#fail(`a comma or ${end} is expected here`);
    this.#at += 1;
    this.#skipSpace();
    return false;
  }

  #readString(): string {
    const begin = this.#at;
    let end = begin + 1;
    for (; this.#text[end] !== '"'; end += 1) {
      if (end >= this.#text.length || this.#text[end] === '\n')
        this.#fail('this text has no closing quote', begin);
      if (this.#text[end] === '\\') end += 1;
    }
    this.#at = end + 1;
    try {
      return JSON.parse(this.#text.slice(begin, this.#at)) as string;
    } catch {
      return this.#fail('this text has a character or an escape that JSON does not know', begin);
    }
  }

  #skipSpace(): void {
    space.lastIndex = this.#at;
    space.exec(this.#text);
    this.#at = space.lastIndex;
  }

  #fail(message: string, at = this.#at): never {
    throw new JsonSyntaxError(this.#text, at, message);
  }
}
