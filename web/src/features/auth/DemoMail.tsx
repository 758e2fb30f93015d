import { demoMailbox } from '#lib/paths.ts';
import { useSite } from '#lib/site.ts';

/** Links to the mailbox of the demo, which delivers no e-mail. */
export function DemoMail() {
  if (!useSite().demo) return null;
  return (
    <p className="quiet">
      This is a demo: its e-mails do not leave this computer. You find them in the{' '}
      <a className="link" href={demoMailbox}>
        demo mailbox
      </a>
      .
    </p>
  );
}
