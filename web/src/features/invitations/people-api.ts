import { contactScopes } from '#features/auth/contact-scopes.ts';

/** The fields we use of a Google contact. */
export interface ApiPerson {
  names?: { givenName?: string; familyName?: string; displayName?: string }[];
  emailAddresses?: { value?: string }[];
}

interface ApiPage {
  connections?: ApiPerson[];
  otherContacts?: ApiPerson[];
  nextPageToken?: string;
  /** The total number of contacts; each list has its own name for it. */
  totalItems?: number;
  totalSize?: number;
}

/** Its message is shown to the user. */
export class ContactsFailure extends Error {
  override readonly name = 'ContactsFailure';
}

const messages = {
  refused: 'Google did not let us read your contacts. Try again and leave the boxes on its page ticked.',
  away: 'We could not reach your contacts at Google. Please try again in a moment.',
};

const lists = {
  connections: {
    path: '/v1/people/me/connections',
    fields: { personFields: 'names,emailAddresses,phoneNumbers' },
  },
  otherContacts: { path: '/v1/otherContacts', fields: { readMask: 'names,emailAddresses' } },
} as const;

type ListName = keyof typeof lists;

const pageSize = 1000;
/** Stops at this limit if the service returns pages without end. */
const maxPages = 100;
const tries = 3;
const pageWithinMs = 20_000;
const maxPauseMs = 10_000;

export interface ReadContacts {
  baseUrl: string;
  accessToken: string;
  /** The granted scopes. */
  scope: string;
  signal: AbortSignal;
  /** The number of contacts read so far, and the total as far as known. */
  onProgress: (found: number, total: number) => void;
  /** The delay between retries; tests shorten it. */
  pause?: (ms: number) => Promise<void>;
}

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** All contacts, page by page: the saved ones and the “other contacts”. */
export async function readContacts(options: ReadContacts): Promise<ApiPerson[]> {
  const grantedLists = (Object.keys(lists) as ListName[]).filter((list) =>
    options.scope.split(' ').includes(contactScopes[list]),
  );
  if (grantedLists.length === 0) throw new ContactsFailure(messages.refused);
  const people: ApiPerson[] = [];
  let total = 0;
  for (const list of grantedLists) {
    let pageToken: string | undefined;
    for (let count = 0; count < maxPages; count += 1) {
      // Each page needs the token of the page before.
      // oxlint-disable-next-line no-await-in-loop
      const page = await readPage(options, list, pageToken);
      if (count === 0) total += page.totalItems ?? page.totalSize ?? 0;
      people.push(...(page[list] ?? []));
      options.onProgress(people.length, Math.max(total, people.length));
      if (!page.nextPageToken || page.nextPageToken === pageToken) break;
      pageToken = page.nextPageToken;
    }
  }
  return people;
}

async function readPage(
  options: ReadContacts,
  list: ListName,
  pageToken: string | undefined,
): Promise<ApiPage> {
  const { path, fields } = lists[list];
  const query = new URLSearchParams({ ...fields, pageSize: String(pageSize) });
  if (pageToken !== undefined) query.set('pageToken', pageToken);
  const address = `${options.baseUrl}${path}?${query}`;
  for (let tried = 1; ; tried += 1) {
    // Retries are sequential.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await tryOnce(options, address);
    if ('page' in answer) return answer.page;
    if (tried === tries) throw new ContactsFailure(messages.away);
    // oxlint-disable-next-line no-await-in-loop
    await (options.pause ?? sleep)(Math.min(answer.waitMs ?? 1000 * 2 ** (tried - 1), maxPauseMs));
    options.signal.throwIfAborted();
  }
}

/** A page, or the delay before the next retry. */
async function tryOnce(
  { accessToken, signal }: ReadContacts,
  address: string,
): Promise<{ page: ApiPage } | { waitMs?: number }> {
  let response: Response;
  try {
    response = await fetch(address, {
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(pageWithinMs)]),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    if (response.ok) return { page: (await response.json()) as ApiPage };
  } catch {
    signal.throwIfAborted();
    return {};
  }
  if (response.status === 401 || response.status === 403) throw new ContactsFailure(messages.refused);
  if (response.status < 500 && response.status !== 429) throw new ContactsFailure(messages.away);
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? { waitMs: seconds * 1000 } : {};
}
