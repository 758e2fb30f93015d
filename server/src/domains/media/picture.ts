import { inputLimits } from '@gyan/contract/limits.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import type { Picture } from './conversion.ts';
import { sniffPicture } from './sniff.ts';
import { UnreadableError } from './unreadable.ts';

export const unavailable = (cause: unknown) =>
  new ProblemError('unavailable', undefined, { retryAfter: 5, cause });

/** Converts in this process. Requests use `convertInWorker` instead. */
export async function makePicture(bytes: Uint8Array): Promise<Picture> {
  await checkPicture(bytes);
  const { convertPicture } = await import('./conversion.ts');
  return rejectUnreadable(convertPicture(bytes));
}

/** Refuses unsupported or too large pictures by their header, before decoding. */
export async function checkPicture(bytes: Uint8Array): Promise<void> {
  if (bytes.byteLength > inputLimits.imageBytes) throw tooLarge();
  if (!sniffPicture(bytes)) throw notAPicture();
  const conversion = await loadConversion();
  if (!conversion) return;
  const { width, height } = await conversion.readDimensions(bytes).catch((error: unknown) => {
    throw notAPicture(error);
  });
  if (width * height > inputLimits.imagePixels) {
    throw new ProblemError(
      'too_large',
      'This picture has more than 25 megapixels. Please choose a smaller one.',
    );
  }
}

/**
 * Lazy: libvips takes eight megabytes. If loading fails for lack of file handles, Node caches the failure; the image
 * worker then refuses pictures that are too large.
 */
const loadConversion = () => import('./conversion.ts').catch(() => undefined);

/** Turns an unreadable picture into an error for the user. */
export async function rejectUnreadable(converting: Promise<Picture>): Promise<Picture> {
  try {
    return await converting;
  } catch (error) {
    throw error instanceof UnreadableError ? notAPicture(error) : error;
  }
}

export function tooLarge(): ProblemError {
  return new ProblemError('too_large', 'This picture is larger than 6 MB. Please choose a smaller one.');
}

function notAPicture(cause?: unknown): ProblemError {
  const problem = invalidField('photoBase64', 'Invalid image type');
  problem.cause = cause;
  return problem;
}
