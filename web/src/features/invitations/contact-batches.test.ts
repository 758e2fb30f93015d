import { expect, it } from 'vitest';
import { contactBatches } from './contact-batches.ts';

const person = {
  resourceName: 'people/1',
  names: [{ givenName: 'Nadia', familyName: 'Benali', displayName: 'Nadia Benali', metadata: {} }],
  emailAddresses: [{ value: 'nadia@example.com', type: 'home' }],
  phoneNumbers: [{ value: '+33' }],
};

it('keeps names and addresses, and nothing else', () => {
  expect(contactBatches([person]).map((batch) => JSON.parse(batch) as unknown)).toEqual([
    [
      {
        names: [{ givenName: 'Nadia', familyName: 'Benali', displayName: 'Nadia Benali' }],
        emailAddresses: [{ value: 'nadia@example.com' }],
      },
    ],
  ]);
});

it('leaves out who has no address', () => {
  expect(contactBatches([{ names: person.names }, { emailAddresses: [{}] }])).toEqual([]);
});

it('cuts by bytes, not by characters, and loses nobody', () => {
  const people = Array.from({ length: 40 }, (_, index) => ({
    names: [{ displayName: 'नादिया'.repeat(10) }],
    emailAddresses: [{ value: `n${index}@example.com` }],
  }));
  const batches = contactBatches(people, 1000);
  expect(Math.max(...batches.map((batch) => new TextEncoder().encode(batch).length))).toBeLessThanOrEqual(
    1000,
  );
  expect(batches.flatMap((batch) => JSON.parse(batch) as unknown[])).toHaveLength(40);
});

it('sends one who is larger than a batch alone rather than not at all', () => {
  expect(contactBatches([person, person], 10)).toHaveLength(2);
});
