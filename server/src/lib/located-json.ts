import { type JSONPath, printParseErrorCode, visit } from 'jsonc-parser';

/** JSON that cannot be read, with the position of the first error, counted from 1. */
export class JsonSyntaxError extends Error {
  override name = 'JsonSyntaxError';
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

export interface LocatedJson {
  value: unknown;
  /** The line on which the value at this path begins; without a value there, that of the nearest enclosing one. */
  lineOf: (path: readonly PropertyKey[]) => number;
}

const valueExpected = 'a value is expected here';
const unknownCharacter = 'this text has a character or an escape that JSON does not know';

/**
 * Messages for the parser's error codes. The codes that are not here mean that a comma or a closing bracket is missing.
 */
const messages: Record<string, string> = {
  EndOfFileExpected: 'there is something after the end',
  PropertyNameExpected: 'a name in double quotes is expected here',
  ColonExpected: 'a colon is expected here',
  ValueExpected: valueExpected,
  InvalidCommentToken: valueExpected,
  UnexpectedEndOfComment: valueExpected,
  UnexpectedEndOfNumber: valueExpected,
  UnexpectedEndOfString: 'this text has no closing quote',
  InvalidUnicode: unknownCharacter,
  InvalidEscapeCharacter: unknownCharacter,
  InvalidCharacter: unknownCharacter,
};

/** Reads JSON as `JSON.parse` does, and remembers the line of each value. Refuses names that are given twice. */
export function parseLocatedJson(text: string, { maxDepth }: { maxDepth: number }): LocatedJson {
  const lines = new Map<string, number>();
  /** The closing brackets of the objects and lists that are open. */
  const closing: string[] = [];
  /** Reported with the error after it, which says what was expected instead. */
  let unknownSymbol: JsonSyntaxError | undefined;

  const enterValue = (line: number, column: number, path: JSONPath) => {
    if (path.length > maxDepth) throw new JsonSyntaxError('this is nested too deeply', line + 1, column + 1);
    lines.set(keyOf(path), line + 1);
  };
  const open =
    (bracket: string) => (_: number, __: number, line: number, column: number, path: () => JSONPath) => {
      enterValue(line, column, path());
      closing.push(bracket);
    };
  const close = () => void closing.pop();

  visit(
    text,
    {
      onObjectBegin: open('}'),
      onObjectEnd: close,
      onArrayBegin: open(']'),
      onArrayEnd: close,
      onLiteralValue: (_, __, ___, line, column, path) => enterValue(line, column, path()),
      onObjectProperty(name, _, __, line, column, path) {
        if (lines.has(keyOf([...path(), name])))
          throw new JsonSyntaxError(`“${name}” is given twice`, line + 1, column + 1);
      },
      onError(code, offset, _, line, column) {
        const name = printParseErrorCode(code);
        const end = closing.at(-1);
        const missing = end === undefined ? messages.EndOfFileExpected : `a comma or ${end} is expected here`;
        const isCut = name === 'ValueExpected' && offset >= text.length && !unknownSymbol;
        const message = isCut ? 'the file ends too early' : (messages[name] ?? missing ?? valueExpected);
        const error = new JsonSyntaxError(message, line + 1, column + 1);
        if (unknownSymbol) throw new JsonSyntaxError(message, unknownSymbol.line, unknownSymbol.column);
        if (name !== 'InvalidSymbol') throw error;
        unknownSymbol = error;
      },
    },
    { disallowComments: true },
  );
  if (unknownSymbol) throw unknownSymbol;

  return {
    value: JSON.parse(text) as unknown,
    lineOf(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const line = lines.get(keyOf(path.slice(0, length)));
        if (line !== undefined) return line;
      }
      return lines.get('') ?? 1;
    },
  };
}

const keyOf = (path: readonly PropertyKey[]) => path.map((part) => JSON.stringify(String(part))).join('/');
