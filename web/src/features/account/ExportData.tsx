import './account.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { download } from '#features/session/transfer.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { saveFile } from '#lib/save-file.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { Progress } from '#ui/Progress.tsx';
import { ReauthenticationForm } from './ReauthenticationForm.tsx';
import { needsReauthentication, SignInAgain } from './SignInAgain.tsx';

type State =
  | { at: 'rest' }
  | { at: 'work'; loaded: number; total: number | undefined }
  | { at: 'password'; message: string | undefined }
  | { at: 'trouble'; message: string }
  | { at: 'done' };

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Downloads a copy of all data of the user. */
export function ExportData({ user }: { user: UserModel }) {
  const { state, start, stop } = useExport();
  return (
    <section aria-labelledby="export">
      <h2 id="export">Export my data</h2>
      <p className="quiet">
        A zip file with everything Gyan keeps about you: your profile, cards, chains and subjects as JSON, and
        your pictures.
      </p>
      {state.at === 'work' && (
        <div className="stretch stack stack-sm">
          <Progress
            label={`Packing your data, ${megabytes(state.loaded)} so far`}
            value={state.total ? state.loaded / state.total : undefined}
          />
          <div>
            <Button onClick={stop}>Stop</Button>
          </div>
        </div>
      )}
      {state.at === 'trouble' && <Alert tone="danger">{state.message}</Alert>}
      {state.at === 'done' && (
        <Alert tone="success">Your data is on its way to where your browser keeps downloads.</Alert>
      )}
      {state.at === 'password' &&
        (user.hasPassword === false ? (
          <SignInAgain tab="account" />
        ) : (
          <ReauthenticationForm
            email={user.emailId}
            error={state.message}
            busy={false}
            submitLabel="Export my data"
            onPassword={(password) => void start(password)}
          />
        ))}
      {state.at !== 'work' && state.at !== 'password' && (
        <Button icon={<Download size={20} aria-hidden="true" />} onClick={() => void start()}>
          Export my data
        </Button>
      )}
    </section>
  );
}

function useExport() {
  const [state, setState] = useState<State>({ at: 'rest' });
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);

  const start = async (currentPasswd?: string) => {
    const controller = new AbortController();
    work.current = controller;
    setState({ at: 'work', loaded: 0, total: undefined });
    try {
      const transfer = {
        signal: controller.signal,
        onProgress: (loaded: number, total: number | undefined) => setState({ at: 'work', loaded, total }),
      };
      const file =
        currentPasswd === undefined
          ? await download('GET /r/export', {}, transfer)
          : await download('POST /r/export', { body: { currentPasswd } }, transfer);
      saveFile(file, `gyan-${new Date().toISOString().slice(0, 10)}.zip`);
      setState({ at: 'done' });
    } catch (error) {
      if (controller.signal.aborted) return;
      const message =
        error instanceof ApiProblem ? error.detail : 'Your data could not be packed. Please try again.';
      if (!needsReauthentication(error)) setState({ at: 'trouble', message });
      else setState({ at: 'password', message: currentPasswd === undefined ? undefined : message });
    }
  };
  const stop = () => {
    work.current?.abort();
    setState({ at: 'rest' });
    announce('Stopped.');
  };
  return { state, start, stop };
}
