import type { Visibility } from '@gyan/contract/visibility.ts';
import { Tag } from '#ui/Tag.tsx';

/** What is public needs no tag, and the page's state leaves it out. */
export type HiddenVisibility = Exclude<Visibility, 'public'>;

export const hiddenVisibility = ({ visibility }: { visibility: Visibility }): HiddenVisibility | undefined =>
  visibility === 'public' ? undefined : visibility;

interface VisibilityTagProps {
  visibility: HiddenVisibility | undefined;
  /** Says what unlisted means. */
  explained?: boolean;
}

/** Marks what is not public. */
export const VisibilityTag = ({ visibility, explained = false }: VisibilityTagProps) =>
  visibility && (
    <>
      <Tag tone="link">{visibility === 'draft' ? 'Draft' : 'Unlisted'}</Tag>
      {explained && visibility === 'unlisted' && <span>Everybody with the link can read this.</span>}
    </>
  );
