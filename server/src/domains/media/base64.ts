import { photoField } from '@gyan/contract/photos.ts';
import { keyOfHash } from '#domains/storage/keys.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import type { ReceivedPhoto } from '#http/received-photo.ts';

/** An uploaded picture, named by its content hash. */
export interface Original {
  key: string;
  readonly bytes: Uint8Array;
  /** Call it when the bytes are converted. */
  free(): void;
}

/** Decodes a data URL or bare base64; throws if it is invalid. */
export function openPhoto(photo: ReceivedPhoto): Original {
  if (photo.isTooLong) throw tooLarge();
  if (photo.isBroken) throw invalidField(photoField, 'Image must be sent as base64');
  if (photo.byteLength === 0) throw invalidField(photoField, 'Image needs to be uploaded');
  return {
    key: keyOfHash(photo.sha256),
    get bytes() {
      return photo.bytes;
    },
    free: () => photo.free(),
  };
}

export function tooLarge(): ProblemError {
  return new ProblemError('too_large', 'This picture is larger than 6 MB. Please choose a smaller one.');
}
