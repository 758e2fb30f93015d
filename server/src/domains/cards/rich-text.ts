import { ProblemError } from '#http/problems.ts';
import { cleanRichText as clean, type RichText, RichTextSizeError } from '#lib/rich-text.ts';

/** Sanitised HTML. Answers 413 if it is too long or too deeply nested. */
export function cleanRichText(html: string): RichText {
  try {
    return clean(html);
  } catch (error) {
    if (error instanceof RichTextSizeError) throw new ProblemError('too_large', error.message);
    throw error;
  }
}
