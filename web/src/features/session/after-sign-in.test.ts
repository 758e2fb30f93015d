import { describe, expect, it } from 'vitest';
import { afterSignIn } from './after-sign-in.ts';

const settled = { userId: 7, emailVerified: true, showTopicsPage: false, showInvitePage: false };

describe('after signing in', () => {
  it('somebody who has seen everything goes to the feed', () => {
    expect(afterSignIn(settled)).toBe('/feed');
  });

  it('somebody new chooses topics first, then invites', () => {
    expect(afterSignIn({ ...settled, showTopicsPage: true, showInvitePage: true })).toBe('/stv');
    expect(afterSignIn({ ...settled, showInvitePage: true })).toBe('/inv');
  });

  it('somebody who asked for a page comes back to it', () => {
    expect(afterSignIn({ ...settled, showTopicsPage: true }, '/pd/sky?from=4#top')).toBe(
      '/pd/sky?from=4#top',
    );
  });

  it('asking for the feed does not skip what is due', () => {
    expect(afterSignIn({ ...settled, showInvitePage: true }, '/feed')).toBe('/inv');
  });

  it.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', 'feed', '', null])(
    'never leaves the site for %s',
    (returnUrl) => {
      expect(afterSignIn(settled, returnUrl)).toBe('/feed');
    },
  );

  it('an unverified address comes before everything', () => {
    const unverified = { ...settled, emailVerified: false, showTopicsPage: true };
    expect(afterSignIn(unverified)).toBe('/ve');
    expect(afterSignIn(unverified, '/pd/sky')).toBe('/ve');
  });

  it('an answer that does not speak of the address is taken for verified', () => {
    expect(afterSignIn({ userId: 7 })).toBe('/feed');
  });
});
