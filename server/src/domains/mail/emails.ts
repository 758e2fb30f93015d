/** The source of an e-mail's HTML and text. All fields are plain text. */
export interface EmailContent {
  subject: string;
  /** Shown beside the subject in an inbox. */
  preview: string;
  heading: string;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
  /** A secondary action. */
  alternative?: { label: string; url: string };
  /** Lines that each lead somewhere, with a picture. */
  items?: readonly EmailItem[];
  /** Small print below the action. */
  footnote?: string;
  /** Links in the small print. */
  smallLinks?: readonly { label: string; url: string }[];
  /** Stops such e-mails; sent as a header, for mail programs. */
  unsubscribeUrl?: string;
}

export interface EmailItem {
  text: string;
  url: string;
  pictureUrl?: string;
}

/** A URL of this installation, regardless of the request's host. */
export function emailLink(publicUrl: string, path: `/${string}`, query: Record<string, string> = {}): string {
  const url = new URL(publicUrl + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

export function verificationEmail(input: { firstName: string; url: string }): EmailContent {
  return {
    subject: 'Confirm your e-mail address for Gyan',
    preview: 'One press and your account is ready.',
    heading: `Welcome${greeting(input.firstName)}`,
    paragraphs: [
      'You signed up for Gyan with this address. Please confirm that it is yours, and you can start to like, comment and learn together with others.',
    ],
    action: { label: 'Confirm my address', url: input.url },
    footnote:
      'The link works once, within 24 hours. If you did not sign up, ignore this e-mail: nothing happens without the link.',
  };
}

/** Sent to an address that already has an account, so that the sign-up form does not reveal it. */
export function alreadyRegisteredEmail(input: {
  firstName: string;
  signInUrl: string;
  resetUrl: string;
}): EmailContent {
  return {
    subject: 'You already have a Gyan account',
    preview: 'Somebody signed up with your address. Nothing has changed.',
    heading: `Hello again${greeting(input.firstName)}`,
    paragraphs: [
      'Somebody, perhaps you, has just signed up for Gyan with this address. It already has an account, so nothing has changed.',
      'If it was you, sign in as you always do, or choose a new password if the old one has slipped your mind.',
    ],
    action: { label: 'Sign in', url: input.signInUrl },
    alternative: { label: 'Choose a new password', url: input.resetUrl },
    footnote: 'If it was not you, you need not do anything.',
  };
}

export function passwordResetEmail(input: { firstName: string; url: string }): EmailContent {
  return {
    subject: 'Choose a new password for Gyan',
    preview: 'The link works once, within an hour.',
    heading: `Choose a new password${greeting(input.firstName)}`,
    paragraphs: [
      'Somebody, hopefully you, asked for a new password for the Gyan account of this address.',
      'Once it is set, every device that is signed in now is signed out.',
    ],
    action: { label: 'Choose a new password', url: input.url },
    footnote:
      'The link works once, within one hour. If you did not ask for it, ignore this e-mail: your password stays as it is.',
  };
}

export function passwordChangedEmail(input: { firstName: string; resetUrl: string }): EmailContent {
  return {
    subject: 'Your Gyan password was changed',
    preview: 'Every other device has been signed out.',
    heading: `Your password was changed${greeting(input.firstName)}`,
    paragraphs: [
      'The password of your Gyan account has just been changed, and every other device has been signed out.',
      'If that was you, all is well.',
    ],
    action: { label: 'It was not me', url: input.resetUrl },
    footnote: 'If it was not you, choose a new password at once. That signs everybody else out again.',
  };
}

/** Sent when an account is used in a browser for the first time. */
export function newBrowserEmail(input: {
  firstName: string;
  browser: string;
  notMeUrl: string;
}): EmailContent {
  return {
    subject: 'A new sign-in to your Gyan account',
    preview: `${input.browser}. If it was you, all is well.`,
    heading: `A new sign-in${greeting(input.firstName)}`,
    paragraphs: [
      `Your Gyan account has just been used in a browser that is new to it: ${input.browser}.`,
      'If that was you, all is well.',
    ],
    action: { label: 'This was not me', url: input.notMeUrl },
    footnote: notMeFootnote,
  };
}

const notMeFootnote =
  'If it was not you, the button signs out every device and asks for a new password. The link works for 7 days, and opening it changes nothing yet.';

export function factorChangedEmail(input: {
  firstName: string;
  /** A sentence. */
  change: string;
  notMeUrl: string;
}): EmailContent {
  return {
    subject: 'The security of your Gyan account has changed',
    preview: input.change,
    heading: `A change of your security settings${greeting(input.firstName)}`,
    paragraphs: [input.change, 'If that was you, all is well.'],
    action: { label: 'This was not me', url: input.notMeUrl },
    footnote: notMeFootnote,
  };
}

/** Sent when the owner asks to remove factors that are lost. */
export function factorsLostEmail(input: { firstName: string; endsAt: Date; notMeUrl: string }): EmailContent {
  return {
    subject: 'Your second factors on Gyan will be removed',
    preview: 'In 72 hours, unless you stop it.',
    heading: `Your second factors will be removed${greeting(input.firstName)}`,
    paragraphs: [
      `Somebody, hopefully you, has lost the second factors of your Gyan account. They will be removed on ${longDate(input.endsAt)}. After that the password alone is enough to sign in.`,
      'If it was not you, or you have found them again, stop it with the button.',
    ],
    action: { label: 'Stop this', url: input.notMeUrl },
    footnote: 'The button also signs out every device and asks for a new password.',
  };
}

export function factorsEndedEmail(input: { firstName: string; url: string }): EmailContent {
  return {
    subject: 'Your second factors on Gyan were removed',
    preview: 'You can sign in with your password again.',
    heading: `You can sign in again${greeting(input.firstName)}`,
    paragraphs: [
      'The waiting time is over: the lost second factors and recovery codes of your Gyan account were removed. You can sign in with your password, and add new factors in your settings.',
    ],
    action: { label: 'Open security settings', url: input.url },
  };
}

/** Sent to the old address. */
export function leaveAddressEmail(input: { firstName: string; newEmail: string; url: string }): EmailContent {
  return {
    subject: 'Confirm your new address for Gyan',
    preview: 'Both addresses have to confirm it.',
    heading: `A new e-mail address${greeting(input.firstName)}`,
    paragraphs: [
      `The address of your Gyan account is to become ${input.newEmail}. Please confirm it here, and in the e-mail that we sent to the new address.`,
    ],
    action: { label: 'Confirm the change', url: input.url },
    footnote:
      'The link works for 24 hours. If you did not ask for it, ignore this e-mail and change your password: without this link the address stays as it is.',
  };
}

/** Sent to the new address. */
export function newAddressEmail(input: { firstName: string; url: string }): EmailContent {
  return {
    subject: 'Confirm this address for Gyan',
    preview: 'Both addresses have to confirm it.',
    heading: `Please confirm this address${greeting(input.firstName)}`,
    paragraphs: [
      'A Gyan account is to use this e-mail address from now on. Please confirm that it is yours. The old address has to confirm the change too.',
    ],
    action: { label: 'Confirm this address', url: input.url },
    footnote: 'The link works for 24 hours. If you did not ask for it, ignore this e-mail.',
  };
}

/** Sent to a new address that already has an account, so that the settings do not reveal it. */
export function addressTakenEmail(input: { firstName: string; signInUrl: string }): EmailContent {
  return {
    subject: 'This address already has a Gyan account',
    preview: 'Another account wanted to use it. Nothing has changed.',
    heading: `Hello${greeting(input.firstName)}`,
    paragraphs: [
      'Somebody, perhaps you, wanted to use this address for another Gyan account. It already has an account, so nothing has changed.',
    ],
    action: { label: 'Sign in', url: input.signInUrl },
    footnote: 'If it was not you, you need not do anything.',
  };
}

export type EmailRole = 'kRegular' | 'kCreator' | 'kAdmin';

const roleTexts: Record<EmailRole, { name: string; news: string }> = {
  kRegular: { name: 'a member', news: 'You can read, like, comment and connect, as every member can.' },
  kCreator: { name: 'a creator', news: 'You can now publish cards, chains and subjects of your own.' },
  kAdmin: {
    name: 'an admin',
    news: 'You can now look after roles, topics and the quality of what is published.',
  },
};

export function roleChangedEmail(input: { firstName: string; role: EmailRole; url: string }): EmailContent {
  const { name, news } = roleTexts[input.role];
  return {
    subject: `You are now ${name} on Gyan`,
    preview: news,
    heading: `You are now ${name}${greeting(input.firstName)}`,
    paragraphs: [`An admin has changed your role on Gyan. ${news}`],
    action: { label: 'Open Gyan', url: input.url },
  };
}

export function creatorGrantedEmail(input: { firstName: string; url: string }): EmailContent {
  return {
    subject: 'Welcome among the creators of Gyan',
    preview: 'Your request was granted. Publish your first card.',
    heading: `You can create now${greeting(input.firstName)}`,
    paragraphs: [
      'You asked to become a creator, and an admin has said yes. Cards, chains and subjects are yours to publish.',
    ],
    action: { label: 'Create a card', url: input.url },
  };
}

export function creatorDeclinedEmail(input: { firstName: string; url: string }): EmailContent {
  return {
    subject: 'About your request to create on Gyan',
    preview: 'It was not granted this time.',
    heading: `Not this time${greeting(input.firstName)}`,
    paragraphs: [
      'You asked to become a creator. An admin has looked at your request and did not grant it this time.',
      'Everything else stays as it is: you can go on learning, commenting and connecting, and you are welcome to ask again.',
    ],
    action: { label: 'Open Gyan', url: input.url },
  };
}

export function deletionScheduledEmail(input: {
  firstName: string;
  eraseAt: Date;
  url: string;
}): EmailContent {
  return {
    subject: 'Your Gyan account will be deleted',
    preview: `It is hidden now and erased on ${longDate(input.eraseAt)}.`,
    heading: `Goodbye${greeting(input.firstName)}`,
    paragraphs: [
      `As you asked, your account is hidden and you are signed out everywhere. On ${longDate(input.eraseAt)} everything that belongs to it is erased.`,
      'If you change your mind, sign in before that day: your account comes back as it was.',
    ],
    action: { label: 'Keep my account', url: input.url },
    footnote: 'If you did not ask for this, sign in and change your password.',
  };
}

export function connectionRequestEmail(input: {
  firstName: string;
  sender: Named;
  url: string;
  unsubscribeUrl: string;
}): EmailContent {
  const sender = nameOf(input.sender);
  return {
    subject: `${sender} would like to connect with you on Gyan`,
    preview: 'Say yes, and you see what each other makes and likes.',
    heading: `${sender} would like to connect${greeting(input.firstName)}`,
    paragraphs: [
      `${sender} asked to connect with you on Gyan. Once you accept, what each of you creates and likes shows up in the other’s feed.`,
    ],
    action: { label: 'Accept', url: input.url },
    footnote:
      'The link works once, within 30 days, and for you only. If you would rather not, you need not do anything: nobody is told.',
    smallLinks: [{ label: 'Stop e-mails about connection requests', url: input.unsubscribeUrl }],
    unsubscribeUrl: input.unsubscribeUrl,
  };
}

export function invitationEmail(input: { sender: Named; url: string }): EmailContent {
  const sender = nameOf(input.sender);
  return {
    subject: `${sender} invites you to Gyan`,
    preview: 'A place to learn with pictures, together with people you know.',
    heading: `${sender} invites you to Gyan`,
    paragraphs: [
      'Gyan is a place to learn with pictures: short visual cards, put in order as chains and subjects by the people who know them well.',
      `Follow the link to look around and sign up. You and ${sender} are then connected.`,
    ],
    action: { label: 'Accept the invitation', url: input.url },
    footnote:
      'The link works once, within 30 days. Your address was typed in by the person who invites you and is used for nothing else; if you do not know them, ignore this e-mail.',
  };
}

export function digestEmail(input: {
  firstName: string;
  period: 'daily' | 'weekly';
  items: readonly EmailItem[];
  /** Unread notices, also those that are not among the items. */
  count: number;
  url: string;
  settingsUrl: string;
  /** Links that stop e-mails about one kind. */
  stops: readonly { label: string; url: string }[];
  unsubscribeUrl: string;
}): EmailContent {
  const { items, count } = input;
  const waiting = count === 1 ? 'One notice waits' : `${count} notices wait`;
  const more = count - items.length;
  const often = input.period === 'daily' ? 'once a day' : 'once a week';
  return {
    subject: `${waiting} for you on Gyan`,
    preview: items[0]?.text ?? '',
    heading: `${waiting} for you${greeting(input.firstName)}`,
    paragraphs: [],
    items,
    action: {
      label: more > 0 ? `See all ${count}` : count === 1 ? 'Open your notices' : 'See all your notices',
      url: input.url,
    },
    footnote: `You get this e-mail at most ${often}, because you have not read these notices on Gyan yet. What you have read on the site is not in it.`,
    smallLinks: [
      { label: 'Choose your e-mails', url: input.settingsUrl },
      ...input.stops,
      { label: 'Stop this digest', url: input.unsubscribeUrl },
    ],
    unsubscribeUrl: input.unsubscribeUrl,
  };
}

export function feedbackEmail(input: {
  kind: 'feedback' | 'contact';
  name: string | null;
  email: string | null;
  message: string;
  url: string;
}): EmailContent {
  const what = input.kind === 'contact' ? 'message through the contact form' : 'piece of feedback';
  return {
    subject: input.kind === 'contact' ? 'Somebody wrote to Gyan' : 'Feedback about Gyan',
    preview: `There is a new ${what}.`,
    heading: `A new ${what}`,
    paragraphs: [
      `From ${input.name ?? 'somebody without a name'}, ${input.email ?? 'who left no address'}:`,
      ...input.message.split(/\n+/),
    ],
    action: { label: 'Open Gyan', url: input.url },
  };
}

function longDate(date: Date): string {
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/**
 * Any address can be typed into the sign-up form, so a name must not carry a message or text that mail clients turn
 * into a link.
 */
export function greeting(firstName: string): string {
  const name = plainName(firstName, 40);
  return name ? `, ${name}` : '';
}

export interface Named {
  firstName: string;
  lastName: string;
}

/** The same limits for the sender of an invitation. */
function nameOf({ firstName, lastName }: Named): string {
  return plainName(`${firstName} ${lastName}`, 60) ?? plainName(firstName, 40) ?? 'Somebody';
}

/** A name in a sentence of an e-mail. */
export const mailName = (name: string): string => plainName(name, 60) ?? 'Somebody';

function plainName(text: string, longest: number): string | undefined {
  const name = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  const plain = name.length > 0 && name.length <= longest && /^[\p{L}\p{M}\p{N}' ’.-]+$/u.test(name);
  return plain && !/\.\S/.test(name) ? name : undefined;
}
