/** The OAuth scopes for reading contacts; the user can refuse each of them. */
export const contactScopes = {
  connections: 'https://www.googleapis.com/auth/contacts.readonly',
  otherContacts: 'https://www.googleapis.com/auth/contacts.other.readonly',
} as const;
