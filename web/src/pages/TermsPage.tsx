import { LicenseList } from '#features/publication/LicenseList.tsx';
import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';

export const head = () => ({
  description: 'The rules of Gyan: what you may do with what you find here, and what we ask of what you add.',
});

export function Page() {
  return (
    <article className="legal prose">
      <h1>Terms</h1>
      <p>
        These are the rules of Gyan. By using the site you accept them. If you do not agree with them, please
        do not use it. How we treat personal data is told on the <Link to={paths.privacy}>privacy</Link> page.
      </p>

      <h2>Cookies</h2>
      <p>
        We use one cookie that protects forms against misuse by other sites, and your browser’s storage to
        remember your sign-in and your theme. We use no cookies for advertising or for following people. If
        you sign in through Google or Facebook or play a video, those services may set cookies of their own
        under their own rules.
      </p>

      <h2>License</h2>
      <p>
        The name, the design and the software of Gyan belong to those who made them, under the licence that
        comes with the software. Cards, chains, subjects, pictures and comments belong to the people who wrote
        and drew them.
      </p>
      <p>You are welcome to read, watch, link to and share what is public here. You may not:</p>
      <ul>
        <li>publish other people’s work as your own, or sell or rent it out, without their permission;</li>
        <li>copy the site’s content in bulk, or burden the service by automatic means;</li>
        <li>try to get at accounts or data that are not yours.</li>
      </ul>
      <p>
        When you publish something on Gyan, you keep your rights in it. You allow us to store it, to show it
        here and in previews when it is shared, and to adapt its form for that purpose, for instance by making
        pictures smaller. Others may add your public cards to their own chains, where your name stays with
        them. This permission ends when you delete the work, except for copies in backups until they expire.
      </p>

      <h2 id="licences">Licences of cards</h2>
      <p>
        The author of a card chooses one of these licences. It is shown on the card’s page, with the source if
        the author names one.
      </p>
      <LicenseList />

      <h2>User comments</h2>
      <p>
        Parts of this site let you post texts, pictures and comments. They are the view of the person who
        posted them, not ours. We do not check them before they appear. We may remove what breaks these rules,
        lock a card, or suspend an account, and where we can we will say why.
      </p>
      <p>By posting you confirm that:</p>
      <ul>
        <li>you have the right to post it, and it takes no one’s copyright, trademark or privacy away;</li>
        <li>it is not unlawful, hateful, defamatory, indecent or meant to harass or mislead;</li>
        <li>it is not advertising in disguise, nor a way to collect other people’s data;</li>
        <li>
          text made with the help of AI is marked as such; Gyan does so for cards made with its own AI tool.
        </li>
      </ul>

      <h2>Hyperlinking to our content</h2>
      <p>
        Anybody may link to any public page here. We only ask that a link does not mislead about where it
        leads, and does not suggest that we support you or what you offer unless we have said so. You may use
        the name Gyan to describe the link; please do not use our logo as if it were yours. If a link to us
        causes a problem, tell us, and we will ask you to change or remove it only for a good reason.
      </p>

      <h2>Iframes</h2>
      <p>
        Please do not put our pages into frames on other sites without our written permission. Our pages
        refuse to be framed, so that nobody can be tricked into pressing a button they do not see.
      </p>

      <h2>Content liability</h2>
      <p>
        We are not responsible for what is published on sites that link to us, nor for the sites that people
        here link to. Whoever publishes something on Gyan answers for it. If you believe that something here
        violates your rights or the law, tell us where it is and why, and we will look at it without delay.
      </p>

      <h2>Accounts</h2>
      <p>
        Keep your password to yourself and tell us when somebody else has used your account. One person, one
        account, please. You may delete yours at any time in the settings. People under 13 may not have an
        account.
      </p>

      <h2>Disclaimer</h2>
      <p>
        Cards explain things briefly, and people make mistakes. What you learn here is no substitute for
        advice from a doctor, a lawyer, an engineer or whoever is qualified for the matter at hand. We offer
        the service as it is and as it is available. As far as the law allows, we give no warranties and are
        not liable for loss that follows from using the site or from its being unavailable.
      </p>
      <p>
        Nothing here limits or excludes liability for death or personal injury caused by negligence, for
        fraud, or in any other way that the law does not permit; nor does it take away rights that you have as
        a consumer.
      </p>

      <h2>Changes to these terms</h2>
      <p>
        We may change these terms when the service or the law changes. We will announce changes that matter
        before they take effect; if you go on using Gyan after that, the new terms apply.
      </p>
    </article>
  );
}
