import { expect, it } from 'vitest';
import { contactPieces } from './contact-pieces.ts';

const person = {
  resourceName: 'people/1',
  names: [{ givenName: 'Nadia', familyName: 'Benali', displayName: 'Nadia Benali', metadata: {} }],
  emailAddresses: [{ value: 'nadia@example.com', type: 'home' }],
  phoneNumbers: [{ value: '+33' }],
};

it('keeps names and addresses, and nothing else', () => {
  expect(contactPieces([person]).map((piece) => JSON.parse(piece) as unknown)).toEqual([
    [
      {
        names: [{ givenName: 'Nadia', familyName: 'Benali', displayName: 'Nadia Benali' }],
        emailAddresses: [{ value: 'nadia@example.com' }],
      },
    ],
  ]);
});

it('leaves out who has no address', () => {
  expect(contactPieces([{ names: person.names }, { emailAddresses: [{}] }])).toEqual([]);
});

it('cuts by bytes, not by characters, and loses nobody', () => {
  const people = Array.from({ length: 40 }, (_, index) => ({
    names: [{ displayName: 'नादिया'.repeat(10) }],
    emailAddresses: [{ value: `n${index}@example.com` }],
  }));
  const pieces = contactPieces(people, 1000);
  expect(Math.max(...pieces.map((piece) => new TextEncoder().encode(piece).length))).toBeLessThanOrEqual(
    1000,
  );
  expect(pieces.flatMap((piece) => JSON.parse(piece) as unknown[])).toHaveLength(40);
});

it('sends one who is larger than a piece alone rather than not at all', () => {
  expect(contactPieces([person, person], 10)).toHaveLength(2);
});
