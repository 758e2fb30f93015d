import { clsx } from 'clsx';
import { useState } from 'react';
import { initials } from './initials.ts';
import { toneClass } from './tone.ts';

const pixels = { xs: 28, sm: 40, md: 60, lg: 96 };

export interface AvatarProps {
  name: string;
  photoUrl?: string | null;
  size?: keyof typeof pixels;
  /** Empty by default: the name is usually beside it. */
  alt?: string;
  className?: string;
}

export function Avatar({ name, photoUrl, size = 'md', alt = '', className }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const classes = clsx('avatar', size !== 'md' && `avatar-${size}`, toneClass(name), className);
  if (photoUrl && photoUrl !== brokenUrl) {
    return (
      <span className={classes}>
        <img
          src={photoUrl}
          alt={alt}
          width={pixels[size]}
          height={pixels[size]}
          loading="lazy"
          decoding="async"
          onError={() => setBrokenUrl(photoUrl)}
        />
      </span>
    );
  }
  const naming = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true };
  return (
    <span className={classes} {...naming}>
      {initials(name)}
    </span>
  );
}
