import type { TokenScope } from '@gyan/contract/tokens.ts';

export const scopeTexts: Record<TokenScope, { label: string; sentence: string }> = {
  read: { label: 'Read', sentence: 'Sees what you see, and changes nothing.' },
  write: {
    label: 'Read and write',
    sentence:
      'Can also do what you can do, such as posting cards and comments. It cannot change your password, export your data or delete your account.',
  },
};
