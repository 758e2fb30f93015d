/*
 * Passes Google's answer from the return page to the page that requested the contacts.
 * The access token stays in memory and can be read once.
 */
export type ContactsAnswer = { accessToken: string; scope: string } | { refusal: string };

let answer: ContactsAnswer | undefined;

export function storeContactsAnswer(newAnswer: ContactsAnswer) {
  answer = newAnswer;
}

export function takeContactsAnswer(): ContactsAnswer | undefined {
  const taken = answer;
  answer = undefined;
  return taken;
}
