/** A user named in a comment. */
export interface Mention {
  userId: number;
  name: string;
}

const mention = /@\[([1-9]\d{0,15})\]/g;

/**
 * The stored text of a comment, in which `@[userId]` stands for a user, as plain texts and users. Users whom the viewer
 * cannot see become “@someone”.
 */
export function splitMentions(text: string, mentions: readonly Mention[]): (string | Mention)[] {
  // Texts and ids alternate.
  return text
    .split(mention)
    .map((part, index) =>
      index % 2 === 0 ? part : (mentions.find(({ userId }) => userId === Number(part)) ?? '@someone'),
    )
    .filter((part) => part !== '');
}

/** The same as plain text. */
export const mentionText = (text: string, mentions: readonly Mention[]) =>
  splitMentions(text, mentions)
    .map((part) => (typeof part === 'string' ? part : `@${part.name}`))
    .join('');
