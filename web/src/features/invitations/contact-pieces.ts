import { sizes } from '@gyan/contract/limits.ts';
import type { ApiPerson } from './people-api.ts';

/** Leaves 64 kB for the form's own encoding. */
const pieceBytes = sizes.contactsBytes - 64 * 1024;

/** Drops everything but names and addresses. */
function kept({ names = [], emailAddresses = [] }: ApiPerson) {
  const [name] = names;
  return {
    names: name
      ? [{ givenName: name.givenName, familyName: name.familyName, displayName: name.displayName }]
      : [],
    emailAddresses: emailAddresses.flatMap(({ value }) => (value ? [{ value }] : [])),
  };
}

/** The contacts as JSON arrays below the server's size limit. Contacts without an address are omitted. */
export function contactPieces(people: readonly ApiPerson[], mostBytes = pieceBytes): string[] {
  const encoder = new TextEncoder();
  const pieces: string[][] = [[]];
  let bytes = 2;
  for (const person of people.map(kept)) {
    if (person.emailAddresses.length === 0) continue;
    const text = JSON.stringify(person);
    const length = encoder.encode(text).length + 1;
    if (bytes + length > mostBytes && pieces.at(-1)?.length) {
      pieces.push([]);
      bytes = 2;
    }
    pieces.at(-1)?.push(text);
    bytes += length;
  }
  return pieces.filter((piece) => piece.length > 0).map((piece) => `[${piece.join(',')}]`);
}
