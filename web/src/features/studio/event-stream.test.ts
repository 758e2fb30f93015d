import { describe, expect, it } from 'vitest';
import { eventSplitter } from './event-stream.ts';

const stream =
  'event: delta\ndata: {"text":"Light"}\n\n: still there\n\nevent: done\ndata: {"content":\ndata: "x"}\n\n';

const events = [
  { name: 'delta', data: '{"text":"Light"}' },
  { name: 'done', data: '{"content":\n"x"}' },
];

describe('a stream of events', () => {
  it('comes out whole, whatever pieces it arrives in', () => {
    for (let size = 1; size <= stream.length; size += 1) {
      const cut = eventSplitter();
      const found = [];
      for (let at = 0; at < stream.length; at += size) found.push(...cut(stream.slice(at, at + size)));
      expect(found).toEqual(events);
    }
  });

  it('may break its lines as other systems do', () => {
    for (let size = 1; size <= 7; size += 1) {
      const cut = eventSplitter();
      const text = stream.replaceAll('\n', '\r\n');
      const found = [];
      for (let at = 0; at < text.length; at += size) found.push(...cut(text.slice(at, at + size)));
      expect(found).toEqual(events);
    }
  });

  it('keeps what is not finished', () => {
    const cut = eventSplitter();
    expect(cut('data: half')).toEqual([]);
    expect(cut(' a word\n\n')).toEqual([{ name: 'message', data: 'half a word' }]);
  });
});
