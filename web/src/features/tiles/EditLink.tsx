import { Pencil } from 'lucide-react';
import type { EntityRef } from '#features/entities/store.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

interface OwnedTile extends EntityRef<'chain' | 'subject'> {
  title: string;
  owner: { href: string };
}

/** In the foot of tiles: a link to edit what the user owns. */
export const editLinkFor =
  (userId: number) =>
  ({ kind, id, title, owner }: OwnedTile) =>
    owner.href === paths.profile(userId) && (
      <ButtonLink
        size="sm"
        variant="quiet"
        to={kind === 'chain' ? paths.editChain(id) : paths.editSubject(id)}
        icon={<Pencil size={16} aria-hidden="true" />}
      >
        Edit<span className="sr-only"> {title}</span>
      </ButtonLink>
    );
