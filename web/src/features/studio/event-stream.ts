export interface StreamEvent {
  name: string;
  data: string;
}

/** Parses `text/event-stream` chunk by chunk; an incomplete event waits for the next chunk. */
export function eventSplitter(): (piece: string) => StreamEvent[] {
  let rest = '';
  return (piece) => {
    // A chunk can end between CR and LF.
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
