import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { contactsOf, type DemoContact, otherContacts } from '../../../../demo/contacts.ts';

const base = '/demo/people/v1';

/** Google's OAuth scopes for saved contacts and for other contacts. */
export const contactScopes = {
  connections: 'https://www.googleapis.com/auth/contacts.readonly',
  otherContacts: 'https://www.googleapis.com/auth/contacts.other.readonly',
} as const;

interface PageQuery {
  pageSize?: string;
  pageToken?: string;
  personFields?: string;
  readMask?: string;
}

type PageRequest = FastifyRequest<{ Querystring: PageQuery }>;

/** The part of Google's People API that the contact import needs, for users of the demo's provider. */
export function contactRoutes(provider: Provider) {
  /** The account id of the access token, if the user granted this scope. */
  const findPerson = async ({ headers }: PageRequest, scope: string) => {
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
    const granted = token && (await provider.AccessToken.find(token));
    if (!granted) return { status: 401 } as const;
    return granted.scopes.has(scope) ? { key: granted.accountId } : ({ status: 403 } as const);
  };

  // Called by fetch without cookies: the access token is enough.
  const open = { config: { isOpenInDemo: true } } as const;

  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Querystring: PageQuery }>(`${base}/people/me/connections`, open, async (request, reply) => {
      const { key, status } = await findPerson(request, contactScopes.connections);
      if (key === undefined) return reply.code(status).send(refusal(status));
      const { people, nextPageToken, total } = pageOf(contactsOf(key), request.query);
      const fields = fieldsOf(request.query.personFields);
      return { connections: people.map((one) => personOf(one, fields)), nextPageToken, totalItems: total };
    });

    app.get<{ Querystring: PageQuery }>(`${base}/otherContacts`, open, async (request, reply) => {
      const { key, status } = await findPerson(request, contactScopes.otherContacts);
      if (key === undefined) return reply.code(status).send(refusal(status));
      const { people, nextPageToken, total } = pageOf(otherContacts, request.query);
      const fields = fieldsOf(request.query.readMask);
      return { otherContacts: people.map((one) => personOf(one, fields)), nextPageToken, totalSize: total };
    });
  };
}

const refusal = (code: 401 | 403) => ({
  error: { code, message: code === 401 ? 'No valid token.' : 'This was not agreed to.' },
});

const fieldsOf = (mask = '') => new Set(mask.split(','));

function pageOf(all: readonly DemoContact[], { pageSize = '100', pageToken = '0' }: PageQuery) {
  const size = Math.min(Math.max(Number(pageSize) || 1, 1), 1000);
  const from = Number(pageToken) || 0;
  const next = from + size;
  return {
    people: all.slice(from, next),
    total: all.length,
    ...(next < all.length ? { nextPageToken: String(next) } : {}),
  };
}

function personOf({ firstName, lastName, email, phone }: DemoContact, fields: ReadonlySet<string>) {
  return {
    ...(fields.has('names') && firstName
      ? { names: [{ givenName: firstName, familyName: lastName, displayName: `${firstName} ${lastName}` }] }
      : {}),
    ...(fields.has('emailAddresses') && email ? { emailAddresses: [{ value: email }] } : {}),
    ...(fields.has('phoneNumbers') && phone ? { phoneNumbers: [{ value: phone }] } : {}),
  };
}
