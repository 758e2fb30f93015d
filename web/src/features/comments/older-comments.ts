/** The page size of older comments; the same as that of the first page. */
export const olderPageSize = 20;

export const olderLabel = 'Older comments';
