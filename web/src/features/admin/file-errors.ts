import type { FieldProblem } from '@gyan/contract/errors.ts';

/** An error in an uploaded file. */
export interface FileError {
  /** `Line 12`, or the server's own name of the position. */
  place: string;
  message: string;
}

const located = /^line (\d+)(?:, column (\d+))?: (.*)$/isu;

/** The errors inside a file, line by line; empty when only the file's name is wrong. */
export function fileErrors(fields: readonly FieldProblem[]): FileError[] {
  return fields.flatMap(({ field, message }): FileError[] => {
    const [, line, column, text] = located.exec(message) ?? [];
    if (line !== undefined && text !== undefined) {
      return [{ place: `Line ${line}${column === undefined ? '' : `, column ${column}`}`, message: text }];
    }
    return field === 'objectName' ? [] : [{ place: field, message }];
  });
}
