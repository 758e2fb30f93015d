import '../learning.css';
import { maxPrompts, type PromptKind, type SuggestedPrompt } from '@gyan/contract/prompts.ts';
import { MessageCircleQuestion, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { newKey } from '#lib/browser-api.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { Question } from '../Question.tsx';

interface Row {
  /** React key of the row while it is edited. */
  key: string;
  promptId?: number;
  kind: PromptKind;
  question: string;
  answer: string;
}

const newRow = (row: Omit<Row, 'key'>): Row => ({ key: newKey(), ...row });

/** For those who may edit a card: the button that opens its questions. */
export function PromptButton({ cardId }: { cardId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<MessageCircleQuestion size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Questions
      </Button>
      {open && <PromptDialog cardId={cardId} onClose={() => setOpen(false)} />}
    </>
  );
}

const purpose = 'Asked when somebody reviews this card. Without any, learners say what they remember of it.';

function PromptDialog({ cardId, onClose }: { cardId: number; onClose: () => void }) {
  const prompts = usePrompts(cardId);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const isSaved = await prompts.save();
    setBusy(false);
    if (!isSaved) return;
    queueToast({ tone: 'success', text: 'The questions are saved.' });
    onClose();
  };
  return (
    <Dialog
      open
      size="lg"
      title="Questions"
      description={purpose}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {prompts.rows && (
            <Button variant="primary" busy={busy} onClick={() => void save()}>
              Save questions
            </Button>
          )}
        </>
      }
    >
      <PromptFields prompts={prompts} />
    </Dialog>
  );
}

export interface PromptSectionProps {
  cardId: number;
  /**
   * Gets the function that saves what changed and returns whether that succeeded; undefined when the section is gone.
   */
  onSaver: (save: (() => Promise<boolean>) | undefined) => void;
}

/** The questions as a part of the form that edits the card, saved with it. */
export function PromptSection({ cardId, onSaver }: PromptSectionProps) {
  const prompts = usePrompts(cardId);
  useEffect(() => {
    onSaver(prompts.save);
    return () => onSaver(undefined);
  });
  return (
    <section className="prompt-section" aria-labelledby="prompt-section">
      <h3 id="prompt-section">Questions</h3>
      <p className="quiet">{purpose}</p>
      <PromptFields prompts={prompts} />
    </section>
  );
}

type Prompts = ReturnType<typeof usePrompts>;

function usePrompts(cardId: number) {
  const [rows, setRows] = useState<Row[]>();
  const [suggested, setSuggested] = useState<SuggestedPrompt[]>([]);
  const [problem, setProblem] = useState<ApiProblem>();
  const [isChanged, setChanged] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    api('GET /r/prompts', { query: { postId: cardId } }).then(
      ({ promptModelVec, suggestedVec }) => {
        if (!isCurrent) return;
        setRows(
          promptModelVec.map(({ promptId, kind, question, answer }) =>
            newRow({ promptId, kind, question, answer }),
          ),
        );
        setSuggested(suggestedVec);
      },
      (error: unknown) => {
        if (isCurrent && error instanceof ApiProblem) setProblem(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [cardId]);

  const changeRows = (to: (rows: Row[]) => Row[]) => {
    setRows((all) => all && to(all));
    setChanged(true);
  };
  const add = (prompt: Omit<Row, 'key'>) => changeRows((all) => [...all, newRow(prompt)]);

  const save = async (): Promise<boolean> => {
    if (!isChanged || !rows) return true;
    setProblem(undefined);
    const promptVec = rows.map(({ promptId, kind, question, answer }) => ({
      promptId,
      kind,
      question,
      answer,
    }));
    try {
      await api('PUT /r/prompts', { body: { postId: cardId, promptVec } });
      return true;
    } catch (error) {
      setProblem(
        error instanceof ApiProblem
          ? error
          : new ApiProblem({ status: 0, code: 'offline', detail: 'That did not work. Please try again.' }),
      );
      return false;
    }
  };

  return {
    rows,
    suggested,
    problem,
    save,
    add,
    accept(prompt: SuggestedPrompt) {
      add(prompt);
      setSuggested((all) => all.filter((each) => each !== prompt));
    },
    change: (key: string, part: Partial<Row>) =>
      changeRows((all) => all.map((row) => (row.key === key ? { ...row, ...part } : row))),
    remove: (key: string) => changeRows((all) => all.filter((row) => row.key !== key)),
  };
}

function PromptFields({ prompts: { rows, suggested, problem, ...prompts } }: { prompts: Prompts }) {
  const alert = problem && <Alert tone="danger">{problem.detail}</Alert>;
  // Saving replaces all questions, so none can be added before they are loaded.
  if (!rows) return alert ?? <Skeleton className="prompt-waiting" />;
  const isFull = rows.length >= maxPrompts;
  return (
    <>
      {alert}
      <ol className="prompt-rows">
        {rows.map((row, index) => (
          <li key={row.key}>
            <PromptRow
              number={index + 1}
              row={row}
              errorOf={(name) =>
                problem?.fields.find(({ field }) => field === `promptVec.${index}.${name}`)?.message
              }
              onChange={(part) => prompts.change(row.key, part)}
              onRemove={() => prompts.remove(row.key)}
            />
          </li>
        ))}
      </ol>
      {suggested.length > 0 && !isFull && (
        <section className="prompt-suggested" aria-labelledby="prompt-suggested">
          <h4 id="prompt-suggested">From the text of the card</h4>
          <ul className="prompt-rows">
            {suggested.map((prompt) => (
              <li key={prompt.question}>
                <Question prompt={prompt} isFlipped />
                {prompt.kind === 'question' && <p className="quiet">{prompt.answer}</p>}
                <Button size="sm" onClick={() => prompts.accept(prompt)}>
                  Use this
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="prompt-actions">
        <Button
          icon={<Plus size={18} aria-hidden="true" />}
          aria-disabled={isFull || undefined}
          onClick={isFull ? undefined : () => prompts.add({ kind: 'question', question: '', answer: '' })}
        >
          Add a question
        </Button>
        <Button
          icon={<Plus size={18} aria-hidden="true" />}
          aria-disabled={isFull || undefined}
          onClick={isFull ? undefined : () => prompts.add({ kind: 'cloze', question: '', answer: '' })}
        >
          Hide words of a sentence
        </Button>
      </div>
    </>
  );
}

interface PromptRowProps {
  number: number;
  row: Row;
  errorOf: (name: 'question' | 'answer') => string | undefined;
  onChange: (part: Partial<Row>) => void;
  onRemove: () => void;
}

function PromptRow({ number, row, errorOf, onChange, onRemove }: PromptRowProps) {
  const isCloze = row.kind === 'cloze';
  const [questionError, answerError] = [errorOf('question'), errorOf('answer')];
  const isReady =
    row.question !== '' && (!isCloze || (row.answer !== '' && row.question.includes(row.answer)));
  return (
    <fieldset className="prompt-row">
      <legend>
        {number}. {isCloze ? 'Sentence with hidden words' : 'Question'}
      </legend>
      <Field
        label={isCloze ? 'Sentence, as it stands in the card' : 'Question'}
        {...(questionError ? { error: questionError } : {})}
      >
        <TextArea
          rows={2}
          value={row.question}
          onChange={({ target }) => onChange({ question: target.value })}
        />
      </Field>
      <Field label={isCloze ? 'Words to hide' : 'Answer'} {...(answerError ? { error: answerError } : {})}>
        {isCloze ? (
          <TextInput value={row.answer} onChange={({ target }) => onChange({ answer: target.value })} />
        ) : (
          <TextArea
            rows={2}
            value={row.answer}
            onChange={({ target }) => onChange({ answer: target.value })}
          />
        )}
      </Field>
      {isReady && (
        <div className="prompt-preview">
          <p className="quiet">Learners see</p>
          <Question prompt={row} isFlipped={false} />
        </div>
      )}
      <Button size="sm" variant="quiet" icon={<Trash2 size={18} aria-hidden="true" />} onClick={onRemove}>
        Remove
      </Button>
    </fieldset>
  );
}
