import type { Visibility } from '@gyan/contract/visibility.ts';

export const visibilityTexts: Record<Visibility, { label: string; sentence: string }> = {
  public: { label: 'Public', sentence: 'Everybody can find and read this.' },
  unlisted: {
    label: 'Unlisted',
    sentence: 'Everybody with the link can read this. It stands in no list and in no search.',
  },
  draft: { label: 'Draft', sentence: 'Only you can read this, until you publish it.' },
};
