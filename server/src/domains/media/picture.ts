import { sizes as limits } from '@gyan/contract/limits.ts';
import sharp from 'sharp';
import { invalidField, ProblemError } from '#http/problems.ts';
import { tooLarge } from './base64.ts';
import { convertPicture, decoding, type Picture, UnreadableError } from './conversion.ts';
import { sniffPicture } from './sniff.ts';

/** Makes one here and now. Where requests are answered, `developPicture` does it beside them. */
export async function makePicture(bytes: Uint8Array): Promise<Picture> {
  await checkPicture(bytes);
  return refusing(convertPicture(bytes));
}

/** Refuses what is not a picture or too much of one from its first bytes, before anything is decoded. */
export async function checkPicture(bytes: Uint8Array): Promise<void> {
  if (bytes.byteLength > limits.imageBytes) throw tooLarge();
  if (!sniffPicture(bytes)) throw notAPicture();
  const { width, height } = await sharp(bytes, { ...decoding, limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw notAPicture(error);
    });
  if (width * height > limits.imagePixels) {
    throw new ProblemError(
      'too_large',
      'This picture has more than 25 megapixels. Please choose a smaller one.',
    );
  }
}

/** Says of an unreadable picture what the person who sent it can understand. */
export async function refusing(converting: Promise<Picture>): Promise<Picture> {
  try {
    return await converting;
  } catch (error) {
    throw error instanceof UnreadableError ? notAPicture(error) : error;
  }
}

function notAPicture(cause?: unknown): ProblemError {
  const problem = invalidField('photoBase64', 'Invalid image type');
  problem.cause = cause;
  return problem;
}
