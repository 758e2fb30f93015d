import { sizes as limits } from '@gyan/contract/limits.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import { tooLarge } from './base64.ts';
import type { Picture } from './conversion.ts';
import { sniffPicture } from './sniff.ts';
import { UnreadableError } from './unreadable.ts';

export const unavailable = (cause: unknown) =>
  new ProblemError('unavailable', undefined, { retryAfter: 5, cause });

/** Makes one here and now. Where requests are answered, `convertInWorker` does it beside them. */
export async function makePicture(bytes: Uint8Array): Promise<Picture> {
  await checkPicture(bytes);
  const { convertPicture } = await import('./conversion.ts');
  return refusing(convertPicture(bytes));
}

/** Refuses what is not a picture or too much of one from its first bytes, before anything is decoded. */
export async function checkPicture(bytes: Uint8Array): Promise<void> {
  if (bytes.byteLength > limits.imageBytes) throw tooLarge();
  if (!sniffPicture(bytes)) throw notAPicture();
  const conversion = await loadConversion();
  if (!conversion) return;
  const { width, height } = await conversion.readDimensions(bytes).catch((error: unknown) => {
    throw notAPicture(error);
  });
  if (width * height > limits.imagePixels) {
    throw new ProblemError(
      'too_large',
      'This picture has more than 25 megapixels. Please choose a smaller one.',
    );
  }
}

/**
 * With libvips, eight megabytes: a process that nobody sends a picture to does without. One that had no handles left at that moment can never load it,
 * since Node remembers; then whoever decodes the picture, in another process, refuses what is too large.
 */
const loadConversion = () => import('./conversion.ts').catch(() => undefined);

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
