import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';

export const head = () => ({
  description: 'What Gyan knows about you, why, for how long, and how to see, correct or delete it.',
});

export function Page() {
  return (
    <article className="legal prose">
      <h1>Privacy</h1>
      <p>
        Gyan is a place to learn from one another. To run it we need to know a few things about the people who
        use it. This page says in plain words what we keep, why, for how long, and what you can do about it.
      </p>

      <h2>What we keep</h2>
      <ul>
        <li>
          <strong>Your account:</strong> your name, your e-mail address and, if you chose one, a password. We
          store the password only in a form from which it cannot be read back. If you sign in through Google
          or Facebook, we keep the identifier they give us for you, never your password there.
        </li>
        <li>
          <strong>Your profile:</strong> the photo, the link to a professional profile, the topics and the
          tags that you choose to add.
        </li>
        <li>
          <strong>What you make and do:</strong> your cards, chains, subjects, comments and likes, your
          connections and the requests and invitations between you and others.
        </li>
        <li>
          <strong>Contacts,</strong> only if you import them to find people you know. We use them to suggest
          whom to invite, show them to nobody else, and forget them when you tell us to.
        </li>
        <li>
          <strong>Technical records:</strong> the address your device connects from, the kind of browser, and
          when a request was made. They help us keep the service safe and find faults.
        </li>
      </ul>

      <h2>What everybody can see</h2>
      <p>
        Cards, chains, subjects and comments are public, together with your name and photo. So is your profile
        page. Your e-mail address is not: nobody but you sees it. Your connections see in their feed what you
        publish, like and comment on.
      </p>

      <h2>What we use it for</h2>
      <p>
        We use this information to run Gyan: to sign you in, show you what may interest you, deliver the
        e-mails that belong to it (such as confirming your address or a request to connect), answer your
        questions, and protect the people here from abuse. We rely on our agreement with you, on our interest
        in a safe service, on your consent where we ask for it, and on the law where it obliges us.
      </p>
      <p>We do not sell personal data, we show no advertisements, and we do not follow you to other sites.</p>

      <h2>Cookies and storage in your browser</h2>
      <p>
        Your browser keeps the record of your sign-in and your choice of a light or dark theme. One cookie
        protects forms against misuse by other sites; another, for ten seconds, says that you have just
        changed something, so that you are shown it; a third knows this browser again when you sign in, so
        that we can tell you by e-mail of a sign-in from a new one. None of them serves to track you.
      </p>

      <h2>Others who take part</h2>
      <ul>
        <li>
          Videos come from YouTube. Nothing is loaded from there until you press play; from then on YouTube’s
          own terms apply to the player, which we embed in the form that sets no cookies beforehand.
        </li>
        <li>
          If you use Google or Facebook to sign in, they learn that you did, and they tell us who you are.
        </li>
        <li>
          If a creator asks for text written with the help of AI, the request they type goes to the AI service
          that the operator of this site has chosen. Nothing else about them goes with it.
        </li>
        <li>
          Companies that host our servers and carry our e-mails handle data on our behalf and under our
          instructions.
        </li>
      </ul>

      <h2>How long we keep it</h2>
      <ul>
        <li>As long as you have an account, we keep what belongs to it.</li>
        <li>
          Earlier versions of a card are kept for <strong>one year</strong>, and go with the card.
        </li>
        <li>
          When you delete your account, you are signed out and hidden at once, and we delete the account’s
          data <strong>within 30 days</strong>. Signing in again during that time calls the deletion off.
        </li>
        <li>
          Copies in our backups are gone <strong>within 90 days</strong>.
        </li>
        <li>Technical records are kept only as long as they are needed to keep the service safe.</li>
      </ul>

      <h2>Your rights</h2>
      <p>
        You can ask to see the data we hold about you, to have it corrected, handed over in a form that
        machines can read, restricted or deleted, and you can object to what we do with it or withdraw a
        consent. Most of this you can do yourself in the settings. For everything else write to us: we answer{' '}
        <strong>within one month</strong>. If you are not content with our answer, you can turn to the data
        protection authority where you live.
      </p>

      <h2>Children</h2>
      <p>
        Gyan is not meant for children under 13, and we do not knowingly keep data about them. If you learn
        that a child under 13 has given us personal data, please tell us, and we will delete it.
      </p>

      <h2>How we protect it</h2>
      <p>
        Connections are encrypted, secrets are stored as hashes, access is limited to those who need it, and
        acts of administrators are recorded. No service can promise perfect safety; should something happen
        that puts you at risk, we will tell you.
      </p>

      <h2>Changes</h2>
      <p>
        When this page changes in a way that matters to you, we will say so before it takes effect. See also
        our <Link to={paths.terms}>terms</Link>.
      </p>
    </article>
  );
}
