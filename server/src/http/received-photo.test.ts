import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReceivedPhoto } from './received-photo.ts';

function receive(text: string, cuts: readonly number[]): ReceivedPhoto {
  const encodedBytes = Buffer.from(text, 'latin1');
  const photo = new ReceivedPhoto(encodedBytes.byteLength);
  const ends = [...cuts.map((cut) => Math.round(cut * encodedBytes.length)), encodedBytes.length].toSorted(
    (one, other) => one - other,
  );
  let at = 0;
  for (const end of ends) {
    photo.take(encodedBytes.subarray(at, end));
    at = end;
  }
  photo.end();
  return photo;
}

const bytesOf = fc.uint8Array({ maxLength: 4_000 }).map((bytes) => Buffer.from(bytes));
const cutsOf = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
const startOf = fc.constantFrom('', 'data:image/jpeg;base64,', 'data:image/png;charset=utf-8;base64,');

describe('a picture that arrives in pieces', () => {
  it('is the one that was sent, wherever it was cut and whatever lines it has', () => {
    const lineOf = fc.constantFrom(0, 1, 60, 76);
    fc.assert(
      fc.property(bytesOf, cutsOf, startOf, lineOf, (bytes, cuts, start, line) => {
        const encoded = bytes.toString('base64');
        const text = line === 0 ? encoded : encoded.replace(new RegExp(`.{${line}}`, 'g'), '$&\r\n');
        const photo = receive(start + text, cuts);
        expect(photo.isBroken).toBe(false);
        expect(photo.bytes.equals(bytes)).toBe(true);
        expect(photo.byteLength).toBe(bytes.byteLength);
        expect(photo.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      }),
    );
  });

  it('is known to be broken when anything in it is not base64, wherever it was cut', () => {
    const wrong = fc.constantFrom('!', '=A', '<b>', '\u00e9', ',');
    fc.assert(
      fc.property(bytesOf, cutsOf, startOf, wrong, fc.nat(), (bytes, cuts, start, characters, where) => {
        const encoded = `AAAA${bytes.toString('base64')}`.replace(/=+$/, '');
        const at = where % (encoded.length - 1);
        const text = encoded.slice(0, at) + characters + encoded.slice(at);
        expect(receive(start + text, cuts).isBroken).toBe(true);
      }),
    );
  });

  it('is known to be too long, and takes no more memory than the largest may', () => {
    const photo = new ReceivedPhoto(Number.MAX_SAFE_INTEGER);
    for (let n = 0; n < 200; n += 1) photo.take(Buffer.alloc(65_536, 'A'));
    photo.end();
    expect(photo.isTooLong).toBe(true);
    expect(photo.bytes.buffer.byteLength).toBe(6 * 1024 * 1024);
  });

  it('takes no memory once it is freed, and keeps its hash', () => {
    const photo = receive(Buffer.from('a picture').toString('base64'), []);
    const { sha256, bytes } = photo;
    photo.free();
    photo.free();
    expect([bytes.byteLength, photo.bytes.byteLength, photo.sha256]).toEqual([0, 0, sha256]);
  });
});
