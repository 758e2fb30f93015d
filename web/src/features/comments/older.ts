/** How many older comments come per press; as many as come with the card. */
export const olderComments = 20;

export const olderLabel = 'Older comments';
