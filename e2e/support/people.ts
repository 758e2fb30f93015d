import { demoPassword, demoPeople } from '../../demo/people.ts';
import type { DemoRole } from '../../demo/shapes.ts';

/** Somebody of the demo content one can sign in as. */
export interface Person {
  firstName: string;
  email: string;
  password: string;
}

function somebody(role: DemoRole): Person {
  const person = demoPeople.find((candidate) => candidate.role === role);
  if (person === undefined) throw new Error(`The demo has nobody with the role ${role}.`);
  return { firstName: person.firstName, email: person.email, password: demoPassword };
}

export const admin = somebody('kAdmin');
export const regular = somebody('kRegular');
