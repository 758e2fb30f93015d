import { Email } from '@gyan/contract/credentials.ts';
import { lengths } from '@gyan/contract/limits.ts';
import { isBlank, isStorable, tidyName } from '@gyan/contract/text.ts';
import { isOneAddress } from '#domains/mail/actions.ts';
import { invalidField } from '#http/problems.ts';

export interface Contact {
  email: string;
  firstName: string | null;
  lastName: string | null;
}

/**
 * Parses contacts of the People API: a list of persons, or the response around it. Takes names and addresses, one entry
 * per address, and skips everything else.
 */
export function readContacts(text: string): Contact[] {
  const byAddress = new Map<string, Contact>();
  for (const person of personsIn(parse(text))) {
    const name = nameOf(person);
    for (const entry of listIn(person, 'emailAddresses')) {
      const email = Email.safeParse(textIn(entry, 'value'));
      if (!email.success || !isOneAddress(email.data)) continue;
      const key = email.data.toLowerCase();
      const known = byAddress.get(key);
      if (!known) byAddress.set(key, { email: email.data, ...name });
      else if (known.firstName === null && known.lastName === null) Object.assign(known, name);
    }
  }
  return [...byAddress.values()];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable();
  }
}

function personsIn(data: unknown): unknown[] {
  if (Array.isArray(data)) return data;
  if (!isObject(data)) throw unreadable();
  // Without contacts the response has no list.
  return [...listIn(data, 'connections'), ...listIn(data, 'otherContacts')];
}

function nameOf(person: unknown): Pick<Contact, 'firstName' | 'lastName'> {
  for (const name of listIn(person, 'names')) {
    const [firstName, lastName] = [readName(name, 'givenName'), readName(name, 'familyName')];
    if (firstName !== null || lastName !== null) return { firstName, lastName };
    const whole = readName(name, 'displayName');
    if (whole !== null) return { firstName: whole, lastName: null };
  }
  return { firstName: null, lastName: null };
}

function readName(name: unknown, member: string): string | null {
  const given = textIn(name, member);
  if (given === undefined || !isStorable(given)) return null;
  const text = tidyName(given);
  if (isBlank(text)) return null;
  return [...text].slice(0, lengths.personName).join('');
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listIn(value: unknown, member: string): unknown[] {
  const list = isObject(value) ? value[member] : undefined;
  return Array.isArray(list) ? list : [];
}

function textIn(value: unknown, member: string): string | undefined {
  const text = isObject(value) ? value[member] : undefined;
  return typeof text === 'string' ? text : undefined;
}

function unreadable() {
  return invalidField('google_contacts_data', 'These contacts cannot be read.');
}
