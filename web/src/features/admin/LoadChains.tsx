import './admin.css';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import { LoadChainsForm } from '@gyan/contract/chains.ts';
import { useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useDraft } from '#lib/draft.ts';
import { paths } from '#lib/paths.ts';
import { cardCount, chainCount } from '#lib/text.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Link } from '#ui/Link.tsx';
import { Progress } from '#ui/Progress.tsx';
import { Tag } from '#ui/Tag.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { type FileError, fileErrors } from './file-errors.ts';

type Answer = AnswerOf<'POST /r/chapters'>;
type Plan = NonNullable<Answer['planVec']>[number];

interface Outcome {
  dryRunPlans?: readonly Plan[];
  loaded?: Answer['chapterModelVec'];
  errors?: readonly FileError[];
}

const successHidesAfter = 10_000;

/** Loads chains from a file in the storage or on the user's device; a dry run writes nothing. */
export function LoadChains() {
  const [name, setName] = useDraft('chains to load');
  const [outcome, setOutcome] = useState<Outcome>({});
  const [inDryRun, setInDryRun] = useState(false);
  const [uploaded, setUploaded] = useState<string>();
  const dryRunChosen = useRef(false);
  const lists = useQueryClient();

  /** Shows what the call did or would do, or the errors in the file; throws other problems. */
  const report = async (isDryRun: boolean, call: () => Promise<Answer>) => {
    setOutcome({});
    try {
      const answer = await call();
      if (isDryRun) {
        const dryRunPlans = answer.planVec ?? [];
        setOutcome({ dryRunPlans });
        announce(`The file holds ${chainCount(dryRunPlans.length)}. Nothing was written.`);
      } else {
        setOutcome({ loaded: answer.chapterModelVec });
        setUploaded(undefined);
        await lists.invalidateQueries();
      }
    } catch (error) {
      const errors = error instanceof ApiProblem ? fileErrors(error.fields) : [];
      if (errors.length === 0) throw error;
      setOutcome({ errors });
      announce(`The file has ${errors.length === 1 ? 'a fault' : `${errors.length} faults`}.`, 'assertive');
    }
  };

  const form = useContractForm({
    schema: LoadChainsForm,
    defaults: { objectName: name, dryRun: false },
    errorField: 'objectName',
    submit: async ({ objectName }) => {
      const isDryRun = dryRunChosen.current;
      setInDryRun(isDryRun);
      setUploaded(undefined);
      await report(isDryRun, async () => {
        const answer = await api('POST /r/chapters', { body: { objectName, dryRun: isDryRun } });
        if (!isDryRun) setName('');
        return answer;
      });
    },
  });
  const objectName = form.register('objectName');
  const upload = useFileUpload(report);

  return (
    <div className="stack stack-xl measure">
      <ContractForm form={form}>
        <Field
          label="Object name"
          hint="A file under imports/ in the storage, such as physics/light.json."
          error={form.errorOf('objectName')}
        >
          <TextInput
            {...objectName}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setName(event.target.value);
              void objectName.onChange(event);
            }}
          />
        </Field>
        <div className="form-actions">
          <Button
            type="submit"
            variant="primary"
            busy={form.submitting && !inDryRun}
            busyText="Loading"
            onClick={() => {
              dryRunChosen.current = false;
            }}
          >
            Load Chains
          </Button>
          <Button
            type="submit"
            busy={form.submitting && inDryRun}
            busyText="Trying"
            onClick={() => {
              dryRunChosen.current = true;
            }}
          >
            Try it first
          </Button>
        </div>
      </ContractForm>
      <FileInput
        busy={upload.busy || form.submitting}
        problem={upload.problem}
        onFile={(file) => {
          setUploaded(undefined);
          void file.text().then(async (text) => {
            if (await upload.send(text, true)) setUploaded(text);
          });
        }}
      />
      {(form.submitting || upload.busy) && (
        <Progress
          label={(form.submitting ? inDryRun : upload.isDryRun) ? 'Reading the file' : 'Loading the chains'}
        />
      )}
      {outcome.errors && <FileErrors errors={outcome.errors} />}
      {outcome.dryRunPlans && <DryRunPlans plans={outcome.dryRunPlans} />}
      {outcome.dryRunPlans && uploaded !== undefined && (
        <div>
          <Button variant="primary" busy={upload.busy} onClick={() => void upload.send(uploaded, false)}>
            Load these chains
          </Button>
        </div>
      )}
      {outcome.loaded && <Loaded chains={outcome.loaded} />}
    </div>
  );
}

function useFileUpload(report: (isDryRun: boolean, call: () => Promise<Answer>) => Promise<void>) {
  const [sending, setSending] = useState<'dry run' | 'load'>();
  const [problem, setProblem] = useState<string>();
  /** True if the server accepted the request; errors in the file count as accepted. */
  const send = async (chainFile: string, isDryRun: boolean) => {
    setSending(isDryRun ? 'dry run' : 'load');
    setProblem(undefined);
    const body = new FormData();
    body.set('chainFile', chainFile);
    body.set('dryRun', String(isDryRun));
    try {
      await report(isDryRun, () => api('POST /r/chapters_file', { body }));
      return true;
    } catch (error) {
      setProblem(
        error instanceof ApiProblem ? (error.fields[0]?.message ?? error.detail) : 'Please try again.',
      );
      return false;
    } finally {
      setSending(undefined);
    }
  };
  return { send, problem, busy: sending !== undefined, isDryRun: sending === 'dry run' };
}

interface FileInputProps {
  busy: boolean;
  problem: string | undefined;
  onFile: (file: File) => void;
}

/** A dry run starts as soon as a file is chosen. */
function FileInput({ busy, problem, onFile }: FileInputProps) {
  const id = useId();
  return (
    <section className="stack stack-sm" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="load-title">
        Or load a file from this device
      </h2>
      <div className="file-input">
        <input
          id={id}
          className="sr-only"
          type="file"
          accept=".json,application/json"
          disabled={busy}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) onFile(file);
            // So that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <label htmlFor={id} className="btn btn-outline">
          <FileUp size={20} aria-hidden="true" />
          Choose a chain file
        </label>
      </div>
      <p className="field-hint">You see what would be made before anything is written.</p>
      {problem && <Alert tone="danger">{problem}</Alert>}
    </section>
  );
}

function FileErrors({ errors }: { errors: readonly FileError[] }) {
  return (
    <section aria-labelledby="load-errors" className="load-result">
      <h2 id="load-errors">What has to be put right</h2>
      <p className="quiet">Nothing was written. The file is taken as a whole or not at all.</p>
      <ul className="load-errors">
        {errors.map(({ place, message }) => (
          <li key={`${place} ${message}`}>
            <span className="load-place">{place}</span>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DryRunPlans({ plans }: { plans: readonly Plan[] }) {
  return (
    <section aria-labelledby="load-plan" className="load-result">
      <h2 id="load-plan">What would be made</h2>
      {plans.length === 0 ? (
        <p className="quiet">There is no chain in this file.</p>
      ) : (
        <ul className="load-chains">
          {plans.map(({ title, subject, postCount, updates }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- titles can repeat, and the list is never reordered
            <li key={`${index} ${title}`}>
              <div className="load-plan">
                <p className="load-title">{title}</p>
                <p className="meta">
                  {cardCount(postCount)}
                  {subject && ` · in the subject “${subject}”`}
                </p>
              </div>
              <Tag tone={updates ? 'link' : 'success'}>{updates ? 'Updated' : 'New'}</Tag>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">Nothing was written yet.</p>
    </section>
  );
}

function Loaded({ chains }: { chains: Answer['chapterModelVec'] }) {
  return (
    <section aria-label="Loaded chains" className="load-result">
      <Alert tone="success" autoHide={successHidesAfter}>
        Loaded the chains successfully
      </Alert>
      <ul className="load-chains">
        {chains.map(({ id, title, postCount }) => (
          <li key={id}>
            <Link className="link" to={paths.chain(id)}>
              {title}
            </Link>
            {postCount !== undefined && <span className="meta">{cardCount(postCount)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
