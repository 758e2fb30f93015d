import { demoPeople } from './people.ts';

/** Somebody in the address book that the demo's stand-in for Google shows. */
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

/** Whom a person of the demo has saved: some of the others, and friends who are not here yet. */
export const contactsOf = (key: string): readonly DemoContact[] => [
  ...demoPeople
    .filter((person) => person.key !== key)
    .slice(0, 3)
    .map(({ firstName, lastName, email }) => ({ firstName, lastName, email })),
  ...friends,
];

/** Whom everybody in the demo once wrote to. */
export const writtenTo: readonly DemoContact[] = [
  { firstName: 'Pilar', lastName: 'Ortega', email: 'pilar.ortega@example.com' },
  { email: 'library.desk@example.org' },
];
