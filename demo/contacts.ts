import { demoPeople } from './people.ts';

/** A contact in the demo's substitute for Google. */
export interface DemoContact {
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
}

const friends: readonly DemoContact[] = [
  { firstName: 'Nadia', lastName: 'Benali', email: 'nadia.benali@example.com', phone: '+33 1 99 00 12 34' },
  { firstName: 'Ravi', lastName: 'Menon', email: 'ravi.menon@example.com' },
  { firstName: 'Elif', lastName: 'Demir', email: 'elif.demir@example.com', phone: '+90 212 555 01 23' },
  { firstName: 'Jonas', lastName: 'Lindqvist', email: 'jonas.lindqvist@example.com' },
  { firstName: 'Amara', lastName: 'Okafor', email: 'amara.okafor@example.com' },
  { firstName: 'Hana', lastName: 'Sato', email: 'hana.sato@example.com' },
  { firstName: 'The', lastName: 'Plumber', phone: '+44 20 7946 0958' },
];

/** Saved contacts of a demo user: some of the other users, and people who are not members. */
export const contactsOf = (key: string): readonly DemoContact[] => [
  ...demoPeople
    .filter((person) => person.key !== key)
    .slice(0, 3)
    .map(({ firstName, lastName, email }) => ({ firstName, lastName, email })),
  ...friends,
];

/** “Other contacts” of every demo user. */
export const otherContacts: readonly DemoContact[] = [
  { firstName: 'Pilar', lastName: 'Ortega', email: 'pilar.ortega@example.com' },
  { email: 'library.desk@example.org' },
];
