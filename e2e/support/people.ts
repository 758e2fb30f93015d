import { demoPassword, demoPeople } from '../../demo/people.ts';
import type { DemoRole } from '../../demo/shapes.ts';

/** A user with a known password. */
export interface Person {
  firstName: string;
  email: string;
  password: string;
}

function demoPerson(role: DemoRole): Person {
  const person = demoPeople.find((candidate) => candidate.role === role);
  if (person === undefined) throw new Error(`The demo has no user with the role ${role}.`);
  return { firstName: person.firstName, email: person.email, password: demoPassword };
}

export const admin = demoPerson('kAdmin');
export const regular = demoPerson('kRegular');
