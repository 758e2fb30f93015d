import { describe, expect, it } from 'vitest';
import {
  alreadyRegisteredLetter,
  connectionRequestLetter,
  creatorDeclinedLetter,
  creatorGrantedLetter,
  deletionScheduledLetter,
  feedbackLetter,
  invitationLetter,
  type Letter,
  letterUrl,
  passwordChangedLetter,
  requestAcceptedLetter,
  resetLetter,
  roleChangedLetter,
  verifyLetter,
} from './letters.ts';
import { renderLetter } from './render.ts';

const publicUrl = 'https://gyan.example';
const url = letterUrl(publicUrl, '/somewhere', { t: 'a b&c' });

const letters: [string, (firstName: string) => Letter][] = [
  ['verify', (firstName) => verifyLetter({ firstName, url })],
  [
    'already registered',
    (firstName) => alreadyRegisteredLetter({ firstName, signInUrl: url, resetUrl: `${publicUrl}/rpr` }),
  ],
  ['reset', (firstName) => resetLetter({ firstName, url })],
  ['password changed', (firstName) => passwordChangedLetter({ firstName, resetUrl: url })],
  ['role changed', (firstName) => roleChangedLetter({ firstName, role: 'kCreator', url })],
  ['creator access granted', (firstName) => creatorGrantedLetter({ firstName, url })],
  ['creator access declined', (firstName) => creatorDeclinedLetter({ firstName, url })],
  [
    'deletion scheduled',
    (firstName) => deletionScheduledLetter({ firstName, eraseAt: new Date('2026-03-01T00:00:00Z'), url }),
  ],
  [
    'connection request',
    (firstName) => connectionRequestLetter({ firstName, sender: { firstName, lastName: '' }, url }),
  ],
  [
    'request accepted',
    (firstName) => requestAcceptedLetter({ firstName, receiver: { firstName, lastName: '' }, url }),
  ],
];

describe.each(letters)('the letter “%s”', (_name, write) => {
  const { subject, html, text } = renderLetter(write('Asha'), publicUrl);

  it('greets by name and leads to the same place in both forms', () => {
    expect(subject).toMatch(/Gyan/);
    expect(text).toContain(', Asha');
    expect(html).toContain(', Asha');
    expect(text).toContain(`\n${url}\n`);
    expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
  });

  it('carries no link and no message smuggled in as a name', () => {
    const smuggled = renderLetter(write('Win at evil.example'), publicUrl);
    expect(smuggled.text + smuggled.html + smuggled.subject).not.toContain('evil');
  });
});

it('shows both ways to somebody who already has an account', () => {
  const letter = alreadyRegisteredLetter({ firstName: '', signInUrl: url, resetUrl: `${publicUrl}/rpr` });
  const { html, text } = renderLetter(letter, publicUrl);
  expect(text).toContain(`Choose a new password:\n${publicUrl}/rpr\n`);
  expect(html).toContain(`href="${publicUrl}/rpr"`);
  const astray = { ...letter, alternative: { label: 'x', url: 'https://evil.example/' } };
  expect(() => renderLetter(astray, publicUrl)).toThrow('public address');
});

it('says on which day an account is erased and how to keep it', () => {
  const { text } = renderLetter(
    deletionScheduledLetter({ firstName: '', eraseAt: new Date('2026-03-01T23:30:00Z'), url }),
    publicUrl,
  );
  expect(text).toContain('1 March 2026');
  expect(text).toContain('sign in before that day');
});

it('names who invites by a name that is nothing else', () => {
  const subjectOf = (firstName: string, lastName: string) =>
    renderLetter(invitationLetter({ sender: { firstName, lastName }, url }), publicUrl).subject;
  expect(subjectOf('Asha', 'Verma')).toBe('Asha Verma invites you to Gyan');
  expect(subjectOf('Asha', 'at https://evil.example')).toBe('Asha invites you to Gyan');
  expect(subjectOf('Call +1 (234)', 'now')).toBe('Somebody invites you to Gyan');
});

it('passes on every line of what somebody wrote to us, as text', () => {
  const { html, text } = renderLetter(
    feedbackLetter({
      kind: 'contact',
      name: null,
      email: 'ann@mail.example',
      message: 'One\n\n<b>Two</b>',
      url,
    }),
    publicUrl,
  );
  expect(text).toContain('ann@mail.example');
  expect(text).toContain('<b>Two</b>');
  expect(html).toContain('&lt;b&gt;Two&lt;/b&gt;');
});
