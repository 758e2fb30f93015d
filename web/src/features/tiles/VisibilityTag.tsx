import type { Visibility } from '@gyan/contract/visibility.ts';
import { Tag } from '#ui/Tag.tsx';

/** What is public needs no tag, and the page's state leaves it out. */
export type HiddenVisibility = Exclude<Visibility, 'public'>;

export const hiddenVisibility = ({ visibility }: { visibility: Visibility }): HiddenVisibility | undefined =>
  visibility === 'public' ? undefined : visibility;

const tags: Record<HiddenVisibility, { label: string; sentence: string }> = {
  draft: { label: 'Draft', sentence: 'Nobody else can read this.' },
  unlisted: { label: 'Unlisted', sentence: 'Everybody with the link can read this.' },
};

interface VisibilityTagProps {
  visibility: HiddenVisibility | undefined;
  /** Says in a sentence what it means. */
  explained?: boolean;
}

/** Marks what is not public. */
export function VisibilityTag({ visibility, explained = false }: VisibilityTagProps) {
  if (!visibility) return null;
  const { label, sentence } = tags[visibility];
  return (
    <>
      <Tag tone="link">{label}</Tag>
      {explained && <span>{sentence}</span>}
    </>
  );
}
