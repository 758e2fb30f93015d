import type { FieldProblem } from '@gyan/contract/errors.ts';

/** Something that has to be put right in a file. */
export interface FileFault {
  /** `Line 12`, or what else the server calls the place. */
  place: string;
  message: string;
}

const located = /^line (\d+)(?:, column (\d+))?: (.*)$/isu;

/** What is wrong inside a file, line by line; nothing when it is only the file's name that is wrong. */
export function fileFaults(fields: readonly FieldProblem[]): FileFault[] {
  return fields.flatMap(({ field, message }): FileFault[] => {
    const [, line, column, text] = located.exec(message) ?? [];
    if (line !== undefined && text !== undefined) {
      return [{ place: `Line ${line}${column === undefined ? '' : `, column ${column}`}`, message: text }];
    }
    return field === 'objectName' ? [] : [{ place: field, message }];
  });
}
