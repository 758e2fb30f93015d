export interface StreamEvent {
  name: string;
  data: string;
}

/** Cuts the text of a `text/event-stream` into events, piece by piece; what is not whole yet waits for the next piece. */
export function eventCutter(): (piece: string) => StreamEvent[] {
  let rest = '';
  return (piece) => {
    // A piece can end between the two characters of a line break.
    const text = (rest + piece).replace(/\r\n|\r(?!$)/g, '\n');
    const blocks = text.split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map(readEvent).filter((event) => event !== undefined);
  };
}

function readEvent(block: string): StreamEvent | undefined {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  }
  return data.length > 0 ? { name, data: data.join('\n') } : undefined;
}
