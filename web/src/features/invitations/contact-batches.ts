import { inputLimits } from '@gyan/contract/limits.ts';
import type { ApiPerson } from './people-api.ts';

/** Leaves 64 kB for the form's own encoding. */
const batchBytes = inputLimits.contactsBytes - 64 * 1024;

/** Drops everything but names and addresses. */
function withNamesAndAddresses({ names = [], emailAddresses = [] }: ApiPerson) {
  const [name] = names;
  return {
    names: name
      ? [{ givenName: name.givenName, familyName: name.familyName, displayName: name.displayName }]
      : [],
    emailAddresses: emailAddresses.flatMap(({ value }) => (value ? [{ value }] : [])),
  };
}

/** The contacts as JSON arrays below the server's size limit. Contacts without an address are omitted. */
export function contactBatches(people: readonly ApiPerson[], maxBytes = batchBytes): string[] {
  const encoder = new TextEncoder();
  const batches: string[][] = [[]];
  let bytes = 2;
  for (const person of people.map(withNamesAndAddresses)) {
    if (person.emailAddresses.length === 0) continue;
    const text = JSON.stringify(person);
    const length = encoder.encode(text).length + 1;
    if (bytes + length > maxBytes && batches.at(-1)?.length) {
      batches.push([]);
      bytes = 2;
    }
    batches.at(-1)?.push(text);
    bytes += length;
  }
  return batches.filter((batch) => batch.length > 0).map((batch) => `[${batch.join(',')}]`);
}
