/** The text of a field and what is selected in it. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

const step = '  ';

/** Moves the selected lines in or out by one level. */
export function indentLines({ text, start, end }: Selected, by: 1 | -1): Selected {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end) === -1 ? text.length : text.indexOf('\n', end);
  const lines = text.slice(lineStart, lineEnd).split('\n');
  const moved = lines.map((line) => (by === 1 ? step + line : line.replace(/^(?: {1,2}|\t)/u, '')));
  const firstBy = (moved[0]?.length ?? 0) - (lines[0]?.length ?? 0);
  const allBy = moved.join('\n').length - lines.join('\n').length;
  return {
    text: text.slice(0, lineStart) + moved.join('\n') + text.slice(lineEnd),
    start: Math.max(lineStart, start + firstBy),
    end: Math.max(lineStart, end + allBy),
  };
}

/** A new line with the indent of the current one. */
export function breakLine({ text, start, end }: Selected): Selected {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const [indent = ''] = /^[ \t]*/u.exec(line) ?? [];
  const at = start + 1 + indent.length;
  return { text: `${text.slice(0, start)}\n${indent}${text.slice(end)}`, start: at, end: at };
}
