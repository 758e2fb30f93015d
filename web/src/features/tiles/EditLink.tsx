import { Pencil } from 'lucide-react';
import { ButtonLink } from '#ui/ButtonLink.tsx';

/** In the foot of a tile that the viewer owns. */
export const EditLink = ({ to, title }: { to: string; title: string }) => (
  <ButtonLink size="sm" variant="quiet" to={to} icon={<Pencil size={16} aria-hidden="true" />}>
    Edit<span className="sr-only"> {title}</span>
  </ButtonLink>
);
