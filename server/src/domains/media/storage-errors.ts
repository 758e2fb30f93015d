import { unavailable } from './picture.ts';

/** Turns a storage that is slow, full or unavailable into an error that asks to retry. */
export async function unavailableOnError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw unavailable(cause);
  }
}
