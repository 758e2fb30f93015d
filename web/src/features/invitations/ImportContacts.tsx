import { BookUser } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { takeContactsAnswer } from '#features/auth/contacts-answer.ts';
import { offlineProblem } from '#lib/api-problem.ts';
import type { SiteConfig } from '#lib/head.ts';
import { paths } from '#lib/paths.ts';
import { useSite } from '#lib/site.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Progress } from '#ui/Progress.tsx';
import {
  failImport,
  type ImportState,
  resetImport,
  startImport,
  stopImport,
  useImport,
} from './contacts-import.ts';

interface ImportContactsProps {
  onImported: () => void;
}

/** Imports Google contacts. Renders nothing where Google is not configured. */
export function ImportContacts({ onImported }: ImportContactsProps) {
  const { google } = useSite();
  return google && <Import google={google} onImported={onImported} />;
}

function Import({ google, onImported }: ImportContactsProps & { google: NonNullable<SiteConfig['google']> }) {
  const state = useImport();
  const [leaving, setLeaving] = useState(false);

  // Reads the answer once, after the return from Google.
  const goOn = useEffectEvent(() => {
    const answer = takeContactsAnswer();
    if (answer === undefined) return;
    if ('refusal' in answer) failImport(answer.refusal);
    else void startImport({ ...answer, baseUrl: google.peopleUrl }, onImported);
  });
  useEffect(() => goOn(), []);

  const press = async () => {
    setLeaving(true);
    resetImport();
    try {
      const { beginGoogle } = await import('#features/auth/google-flow.ts');
      location.assign(await beginGoogle(google, paths.growTab('invite'), 'contacts'));
    } catch (error) {
      setLeaving(false);
      const hasUserMessage = error instanceof Error && error.name === 'LoginFailure';
      failImport(hasUserMessage ? error.message : offlineProblem().detail);
    }
  };

  const busy = state.step === 'reading' || state.step === 'sending';
  return (
    <section className="import-contacts" aria-label="Import contacts">
      {busy ? (
        <div className="import-progress">
          <ImportProgress state={state} />
          <Button onClick={stopImport}>Stop</Button>
        </div>
      ) : (
        <>
          <p>
            Find out who you know here, and whom you could invite. We read your contacts once and never write
            to them unasked.
          </p>
          <div>
            <Button
              busy={leaving}
              icon={<BookUser size={18} aria-hidden="true" />}
              onClick={() => void press()}
            >
              Import Google contacts
            </Button>
          </div>
        </>
      )}
      {state.step === 'done' && (
        <Alert tone="success" dismissible onHide={resetImport}>
          {importedText(state.imported)}
        </Alert>
      )}
      {state.step === 'failed' && (
        <Alert tone="danger" dismissible onHide={resetImport}>
          {state.message}
        </Alert>
      )}
    </section>
  );
}

function importedText(imported: number) {
  if (imported === 0) return 'There was nobody with an e-mail address among your contacts.';
  return `${imported} contact${imported === 1 ? ' is' : 's are'} imported.`;
}

function ImportProgress({ state }: { state: ImportState }) {
  if (state.step === 'reading') {
    const { found, total } = state;
    return (
      <Progress
        label={found === 0 ? 'Reading your contacts' : `Reading your contacts: ${found} found`}
        {...(total > 0 ? { value: found / total } : {})}
      />
    );
  }
  if (state.step !== 'sending') return null;
  return <Progress label="Keeping names and addresses" value={state.sent / state.batches} />;
}
