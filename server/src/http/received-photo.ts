import { createHash } from 'node:crypto';
import { sizes } from '@gyan/contract/limits.ts';
import { bareBase64, photoHeadLength } from '@gyan/contract/photos.ts';

/** Base64 with room for a line break here and there. */
const mostLetters = (sizes.imageBytes / 3) * 4 * 1.1;
const nothing = Buffer.alloc(0);

/**
 * A picture sent as a text field, decoded and hashed piece by piece while it arrives: as one text of seven million letters each of
 * these would keep the event loop busy for many milliseconds. What is wrong with it is for the room to say that wants a picture.
 */
export class ReceivedPhoto {
  /** The beginning of the text as it came: all that a check of the form looks at. */
  head = '';
  /** Where decoding would have left something out. */
  isBroken = false;
  byteLength = 0;
  readonly #mostBytes: number;
  #letters = 0;
  #isPastHead = false;
  /** Letters that do not make whole bytes yet. */
  #rest = '';
  #padding = '';
  /** One piece of memory for all of it, made when more than a head has come. */
  #room = nothing;
  readonly #hash = createHash('sha256');
  #sha256 = '';

  /** `formLength` is that of the whole form, which the picture cannot exceed. */
  constructor(formLength: number) {
    this.#mostBytes = Math.min(sizes.imageBytes, Math.ceil((formLength / 4) * 3));
  }

  static of(text: string): ReceivedPhoto {
    const letters = Buffer.from(text);
    const photo = new ReceivedPhoto(letters.byteLength);
    photo.take(letters);
    photo.end();
    return photo;
  }

  take(piece: Buffer): void {
    const text = piece.toString('latin1');
    if (this.#isPastHead) return this.#decode(text);
    this.head += text;
    if (this.head.length >= photoHeadLength) this.#passHead();
    return undefined;
  }

  end(): void {
    if (!this.#isPastHead) this.#passHead();
    this.#decodeDoubtful(this.#rest);
    this.#keep(this.#write(this.#rest));
    this.#sha256 = this.#hash.digest('hex');
  }

  get isTooLong(): boolean {
    return this.#letters > mostLetters || this.byteLength > sizes.imageBytes;
  }

  /** Of the bytes, in hex. */
  get sha256(): string {
    return this.#sha256;
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.byteLength);
  }

  /** Enough to tell it from any other. */
  toJSON(): object {
    return { sha256: this.#sha256 };
  }

  #passHead(): void {
    this.#isPastHead = true;
    this.#room = Buffer.allocUnsafeSlow(this.#mostBytes);
    const text = bareBase64(this.head);
    this.head = this.head.slice(0, photoHeadLength);
    this.#decode(text);
  }

  /** Decoding skips what is not base64, so the length tells; looking at every letter takes longer than decoding, and is for the rest. */
  #decode(text: string): void {
    this.#letters += text.length;
    if (this.isBroken || this.isTooLong) return;
    const letters = this.#rest + text;
    const whole = letters.length - (letters.length % 4);
    const length = (whole / 4) * 3;
    if (this.#padding === '' && this.#write(letters.slice(0, whole)) === length) {
      this.#rest = letters.slice(whole);
      this.#keep(length);
    } else this.#decodeDoubtful(letters);
  }

  #decodeDoubtful(text: string): void {
    const letters = text.replace(/\s+/g, '');
    const end = letters.indexOf('=');
    const wasPadded = this.#padding !== '';
    const data = end === -1 ? letters : letters.slice(0, end);
    if (end !== -1) this.#padding += letters.slice(end);
    this.isBroken ||=
      !/^[A-Za-z0-9+/]*$/.test(data) || !/^={0,2}$/.test(this.#padding) || (wasPadded && data !== this.#rest);
    const whole = data.length - (data.length % 4);
    this.#rest = data.slice(whole);
    this.#keep(this.#write(data.slice(0, whole)));
  }

  /** How many bytes they make; what is beyond the largest picture is counted and not kept. */
  #write(letters: string): number {
    const length = Math.floor((letters.length * 3) / 4);
    if (this.byteLength + length > this.#room.byteLength) return length;
    return this.#room.write(letters, this.byteLength, 'base64');
  }

  #keep(length: number): void {
    this.#hash.update(this.#room.subarray(this.byteLength, this.byteLength + length));
    this.byteLength += length;
  }
}
