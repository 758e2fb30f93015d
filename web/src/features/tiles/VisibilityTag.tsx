import type { Visibility } from '@gyan/contract/visibility.ts';
import { Tag } from '#ui/Tag.tsx';

/** What is public needs no tag, and the page's state leaves it out. `hidden` is what an admin has hidden. */
export type HiddenVisibility = Exclude<Visibility, 'public'> | 'hidden';

interface Shown {
  visibility: Visibility;
  moderation?: object | undefined;
}

export function hiddenVisibility({ visibility, moderation }: Shown): HiddenVisibility | undefined {
  if (moderation) return 'hidden';
  return visibility === 'public' ? undefined : visibility;
}

const names: Record<HiddenVisibility, string> = { draft: 'Draft', unlisted: 'Unlisted', hidden: 'Hidden' };

interface VisibilityTagProps {
  visibility: HiddenVisibility | undefined;
  /** Says what unlisted means. */
  explained?: boolean;
}

/** Marks what is not public. */
export const VisibilityTag = ({ visibility, explained = false }: VisibilityTagProps) =>
  visibility && (
    <>
      <Tag tone={visibility === 'hidden' ? 'danger' : 'link'}>{names[visibility]}</Tag>
      {explained && visibility === 'unlisted' && <span>Everybody with the link can read this.</span>}
    </>
  );
