import type { FollowLevel } from '@gyan/contract/notices.ts';
import { useQuery } from '@tanstack/react-query';
import { Bell, BellRing, ChevronDown } from 'lucide-react';
import type { ButtonLook } from '#ui/button-class.ts';
import { Menu } from '#ui/Menu.tsx';
import { FollowPlaceholder } from '../FollowPlaceholder.tsx';
import { type Followed, followLevel, useFollow } from './api.ts';

interface FollowButtonProps extends Followed {
  userId: number;
  /** The name of what is followed. */
  title: string;
}

interface FollowMenuProps extends FollowButtonProps, Pick<ButtonLook, 'size'> {
  level: FollowLevel;
  align?: 'start' | 'end';
}

const labels: Record<FollowLevel, string> = { all: 'Following', digest: 'Digest only', none: 'Follow' };

const choices: { level: FollowLevel; label: string }[] = [
  { level: 'all', label: 'All' },
  { level: 'digest', label: 'Digest only' },
  { level: 'none', label: 'Not following' },
];

/** Whether the viewer is told what is new in a chain or subject, or by a person. */
export function FollowButton(followed: FollowButtonProps) {
  const { data: level } = useQuery(followLevel(followed.userId, followed));
  return level === undefined ? <FollowPlaceholder /> : <FollowMenu level={level} {...followed} />;
}

/** The same in a list, where the levels are known. */
export function FollowMenu({ userId, kind, id, title, level, size, align = 'start' }: FollowMenuProps) {
  const { mutate } = useFollow(userId);
  const Icon = level === 'none' ? Bell : BellRing;
  return (
    <Menu
      variant="outline"
      size={size}
      align={align}
      className="follow-button"
      groups={[
        {
          label: 'Notices of what is new',
          items: choices.map((choice) => ({
            label: choice.label,
            checked: choice.level === level,
            closes: true,
            onSelect: () => {
              if (choice.level !== level) mutate({ kind, id, title, level: choice.level });
            },
          })),
        },
      ]}
    >
      <Icon size={18} aria-hidden="true" />
      <span>
        {labels[level]}
        <span className="sr-only"> {title}</span>
      </span>
      <ChevronDown size={16} aria-hidden="true" />
    </Menu>
  );
}
