import { photoField } from '@gyan/contract/photos.ts';
import { invalidField } from '#http/problems.ts';
import type { ReceivedPhoto } from '#http/received-photo.ts';
import { tooLarge } from './picture.ts';

/** Refuses a picture that is too long, not base64 or empty. */
export function openPhoto(photo: ReceivedPhoto): ReceivedPhoto {
  if (photo.isTooLong) throw tooLarge();
  if (photo.isBroken) throw invalidField(photoField, 'Image must be sent as base64');
  if (photo.byteLength === 0) throw invalidField(photoField, 'Image needs to be uploaded');
  return photo;
}
