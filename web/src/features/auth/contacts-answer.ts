/*
 * What came of asking Google for the person's contacts, on its way from the page that Google returns to, to the page
 * that asked. The key to somebody's address book stays in the memory of this document and is handed over once.
 */
export type ContactsAnswer = { accessToken: string; scope: string } | { refusal: string };

let answer: ContactsAnswer | undefined;

export function leaveContactsAnswer(left: ContactsAnswer) {
  answer = left;
}

export function takeContactsAnswer(): ContactsAnswer | undefined {
  const taken = answer;
  answer = undefined;
  return taken;
}
