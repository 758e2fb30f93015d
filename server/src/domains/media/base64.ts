import { sizes } from '@gyan/contract/limits.ts';
import { bareBase64 } from '@gyan/contract/photos.ts';
import { invalidField, ProblemError } from '#http/problems.ts';

/** A data URL or bare base64, as forms send pictures. */
export function parsePhotoBase64(text: string, field = 'photoBase64'): Buffer {
  const encoded = bareBase64(text);
  if (encoded === '') throw invalidField(field, 'Image needs to be uploaded');
  if (encoded.length > (sizes.imageBytes / 3) * 4 * 1.1) throw tooLarge();
  const bytes = Buffer.from(encoded, 'base64');
  if (!isWhole(encoded, bytes)) throw invalidField(field, 'Image must be sent as base64');
  if (bytes.byteLength > sizes.imageBytes) throw tooLarge();
  return bytes;
}

/** Decoding skips what is not base64, so the length tells. Looking at every letter takes longer than decoding, and is for the rest. */
function isWhole(encoded: string, { byteLength }: Buffer): boolean {
  const letters = encoded.length - (encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0);
  return byteLength === Math.floor((letters * 3) / 4) || /^[A-Za-z0-9+/\s]+={0,2}$/.test(encoded);
}

export function tooLarge(): ProblemError {
  return new ProblemError('too_large', 'This picture is larger than 6 MB. Please choose a smaller one.');
}
