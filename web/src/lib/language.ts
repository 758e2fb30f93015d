/** The language that a text is most probably in, by its letters. */
export const languageOf = (text: string) =>
  (text.match(/\p{Script=Devanagari}/gu)?.length ?? 0) * 4 > text.length ? 'hi' : 'en';
