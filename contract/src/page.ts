import * as z from 'zod/mini';

export const pageLimit = { default: 200, max: 200 } as const;

const limitMessage = `limit must be a whole number between 1 and ${pageLimit.max}`;
const cursorMessage = 'Invalid cursor';

/** The query of every list call. A query string carries the limit as text. */
export const PageQuery = z.object({
  limit: z.optional(
    z.pipe(
      z.pipe(
        z.union(
          [
            z
              .int({ error: limitMessage, abort: true })
              .check(z.minimum(1, limitMessage), z.maximum(pageLimit.max, limitMessage)),
            z.string(limitMessage).check(z.regex(/^(?:[1-9]\d?|1\d\d|200)$/, limitMessage)),
          ],
          limitMessage,
        ),
        z.transform((value: string | number) => Number(value)),
      ),
      z.int().check(z.minimum(1), z.maximum(pageLimit.max)),
    ),
  ),
  cursor: z.optional(
    z.string(cursorMessage).check(z.minLength(1, cursorMessage), z.maxLength(512, cursorMessage)),
  ),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** Part of every list answer besides its items; absent on the last page. */
export const pageAnswer = { nextCursor: z.optional(z.nullable(z.string())) } as const;
