import { Star } from 'lucide-react';
import { Tag } from '#ui/Tag.tsx';

/** Tells readers that admins marked a card, chain or subject as great. */
export const GreatTag = () => (
  <Tag tone="accent" icon={<Star size={14} fill="currentColor" aria-hidden="true" />}>
    Great
  </Tag>
);
