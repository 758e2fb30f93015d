/** What a person is asked to agree to before we can read their address book; each may be refused alone. */
export const contactScopes = {
  connections: 'https://www.googleapis.com/auth/contacts.readonly',
  otherContacts: 'https://www.googleapis.com/auth/contacts.other.readonly',
} as const;
