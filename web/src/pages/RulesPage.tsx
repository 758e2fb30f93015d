import { ruleList, rules } from '#features/moderation/texts.ts';
import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';

export const head = () => ({
  description: 'What is welcome on Gyan and what is not, and what happens when somebody breaks a rule.',
});

export function Page() {
  return (
    <article className="legal prose">
      <h1>Rules</h1>
      <p>
        Gyan is a place to learn and to teach. These rules protect the people who do so. Every decision of an
        admin names one of them.
      </p>
      {ruleList.map((rule) => (
        <section key={rule} id={rule}>
          <h2>{rules[rule].name}</h2>
          <p>{rules[rule].text}</p>
        </section>
      ))}

      <h2>When something breaks a rule</h2>
      <p>
        Choose “Report” in the menu of a card, chain, subject, comment or profile. Without an account, use the{' '}
        <Link to={paths.report()}>report form</Link>. The person you report does not learn who you are. You
        are told what became of it.
      </p>
      <p>
        An admin looks at every report. They may dismiss it, hide or lock the thing, label it as made by AI,
        warn the person, or suspend the account for a time or for good. A thing of a new account that several
        established members have reported is hidden at once, until an admin has looked at it.
      </p>

      <h2>When a decision is about you</h2>
      <p>
        You get a notice and an e-mail that say what was decided, how far it goes, which rule it rests on, the
        reason, and whether it was automatic. You find all of them under{' '}
        <Link to={paths.statements()}>Decisions</Link>. You can appeal once against each. Another admin
        decides the appeal; if it succeeds, the decision is taken back at once.
      </p>
      <p>
        While your account is suspended you can sign in to read the decision, to appeal, to export your data
        and to delete your account.
      </p>

      <h2>New accounts</h2>
      <p>
        For the first days, until you have read twenty cards or are connected to somebody, you can write three
        comments a day without links and send five connection requests a day, and you cannot invite people by
        e-mail.
      </p>
    </article>
  );
}
