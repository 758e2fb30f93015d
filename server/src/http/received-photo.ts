import { createHash } from 'node:crypto';
import { inputLimits } from '@gyan/contract/limits.ts';
import { bareBase64, photoHeadLength } from '@gyan/contract/photos.ts';

/** Base64 with some line breaks. */
const maxCharacters = (inputLimits.imageBytes / 3) * 4 * 1.1;

/**
 * A picture sent as base64 text, decoded and hashed chunk by chunk while it arrives: decoding seven million characters
 * at once would block the event loop for many milliseconds. The handler reports what is wrong with it.
 */
export class ReceivedPhoto {
  /** The beginning of the text, which is all that validation looks at. */
  head = '';
  /** The text is not valid base64. */
  isBroken = false;
  byteLength = 0;
  readonly #maxBytes: number;
  #characters = 0;
  #isPastHead = false;
  /** Characters that do not make complete bytes yet. */
  #rest = '';
  #padding = '';
  /** Allocated once, when the head is complete. */
  #buffer = Buffer.alloc(0);
  readonly #hash = createHash('sha256');
  #sha256 = '';

  /** `formLength` is an upper bound for the picture. */
  constructor(formLength: number) {
    this.#maxBytes = Math.min(inputLimits.imageBytes, Math.ceil((formLength / 4) * 3));
  }

  take(chunk: Buffer): void {
    const text = chunk.toString('latin1');
    if (this.#isPastHead) return this.#decode(text);
    this.head += text;
    if (this.head.length >= photoHeadLength) this.#passHead();
    return undefined;
  }

  end(): void {
    if (!this.#isPastHead) this.#passHead();
    this.#decodeChecked(this.#rest);
    this.#keep(this.#write(this.#rest));
    this.#sha256 = this.#hash.digest('hex');
  }

  get isTooLong(): boolean {
    return this.#characters > maxCharacters || this.byteLength > inputLimits.imageBytes;
  }

  /** In hex. */
  get sha256(): string {
    return this.#sha256;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.byteLength);
  }

  /** Frees the bytes at once: waiting for the garbage collector makes it run while other pictures arrive. */
  free(): void {
    this.#buffer.buffer.transfer(0);
    this.#buffer = Buffer.alloc(0);
  }

  /** For the hash of a keyed request. */
  toJSON(): object {
    return { sha256: this.#sha256 };
  }

  #passHead(): void {
    this.#isPastHead = true;
    this.#buffer = Buffer.allocUnsafeSlow(this.#maxBytes);
    const text = bareBase64(this.head);
    this.head = this.head.slice(0, photoHeadLength);
    this.#decode(text);
  }

  /**
   * Decoding skips invalid characters, so a shorter result reveals them; checking each character first would take
   * longer.
   */
  #decode(text: string): void {
    this.#characters += text.length;
    if (this.isBroken || this.isTooLong) return;
    const characters = this.#rest + text;
    const whole = characters.length - (characters.length % 4);
    const length = (whole / 4) * 3;
    if (this.#padding === '' && this.#write(characters.slice(0, whole)) === length) {
      this.#rest = characters.slice(whole);
      this.#keep(length);
    } else this.#decodeChecked(characters);
  }

  #decodeChecked(text: string): void {
    const characters = text.replace(/\s+/g, '');
    const end = characters.indexOf('=');
    const wasPadded = this.#padding !== '';
    const data = end === -1 ? characters : characters.slice(0, end);
    if (end !== -1) this.#padding += characters.slice(end);
    this.isBroken ||=
      !/^[A-Za-z0-9+/]*$/.test(data) || !/^={0,2}$/.test(this.#padding) || (wasPadded && data !== this.#rest);
    const whole = data.length - (data.length % 4);
    this.#rest = data.slice(whole);
    this.#keep(this.#write(data.slice(0, whole)));
  }

  /** Returns the number of bytes; those beyond the largest picture are counted but not stored. */
  #write(characters: string): number {
    const length = Math.floor((characters.length * 3) / 4);
    if (this.byteLength + length > this.#buffer.byteLength) return length;
    return this.#buffer.write(characters, this.byteLength, 'base64');
  }

  #keep(length: number): void {
    this.#hash.update(this.#buffer.subarray(this.byteLength, this.byteLength + length));
    this.byteLength += length;
  }
}
