import '../learning.css';
import { maxPrompts, type SuggestedPrompt } from '@gyan/contract/prompts.ts';
import { MessageCircleQuestion, Plus, Trash2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { useMember } from '#features/session/store.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { newKey } from '#lib/browser-api.ts';
import { storedValue } from '#lib/stored-value.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { type EditedPrompt, isUnchanged, type PromptDraft, restorePrompts } from '../prompt-draft.ts';
import { Question } from '../Question.tsx';

interface Row extends EditedPrompt {
  /** React key of the row while it is edited. */
  key: string;
}

const newRow = (prompt: EditedPrompt): Row => ({ key: newKey(), ...prompt });
const promptOf = ({ promptId, kind, question, answer }: EditedPrompt): EditedPrompt => ({
  promptId,
  kind,
  question,
  answer,
});

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
  const giveUp = () => {
    prompts.discard();
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
          <Button onClick={giveUp}>Cancel</Button>
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
  /** Gets the functions that save what changed and delete the draft; undefined when the section is gone. */
  onReady: (edit: Pick<Prompts, 'save' | 'discard'> | undefined) => void;
}

/** The questions as a part of the form that edits the card, saved with it. */
export function PromptSection({ cardId, onReady }: PromptSectionProps) {
  const prompts = usePrompts(cardId);
  useEffect(() => {
    onReady(prompts);
    return () => onReady(undefined);
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

/** A card's questions while they are edited. The draft survives a reload until it is saved or discarded. */
function usePrompts(cardId: number) {
  const userId = useMember()?.userId;
  const [draft] = useState(() =>
    storedValue<PromptDraft>('localStorage', `draft questions of card ${cardId} by ${userId}`),
  );
  const [saved, setSaved] = useState<EditedPrompt[]>([]);
  const [rows, setRows] = useState<Row[]>();
  const [suggested, setSuggested] = useState<SuggestedPrompt[]>([]);
  const [problem, setProblem] = useState<ApiProblem>();

  useEffect(() => {
    let isCurrent = true;
    api('GET /r/prompts', { query: { postId: cardId } }).then(
      ({ promptModelVec, suggestedVec }) => {
        if (!isCurrent) return;
        const found = promptModelVec.map(promptOf);
        const edited = restorePrompts(found, draft.read());
        setSaved(found);
        setRows(edited.map(newRow));
        setSuggested(
          suggestedVec.filter(({ question }) => !edited.some((each) => each.question === question)),
        );
      },
      (error: unknown) => {
        if (isCurrent && error instanceof ApiProblem) setProblem(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [cardId, draft]);

  useEffect(() => {
    if (!rows) return;
    if (isUnchanged(rows, saved)) draft.clear();
    else draft.write({ base: saved, prompts: rows.map(promptOf) });
  }, [draft, rows, saved]);

  const changeRows = (to: (rows: Row[]) => Row[]) => setRows((all) => all && to(all));
  const add = (prompt: EditedPrompt) => changeRows((all) => [...all, newRow(prompt)]);

  const save = async (): Promise<boolean> => {
    if (!rows || isUnchanged(rows, saved)) return true;
    setProblem(undefined);
    try {
      await api('PUT /r/prompts', { body: { postId: cardId, promptVec: rows.map(promptOf) } });
      draft.clear();
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
    discard: draft.clear,
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
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  // What takes the focus when the button that has it is gone with its row.
  const focusNext = useRef<{ index: number; control: 'textarea' | 'button' }>(undefined);
  useLayoutEffect(() => {
    const next = focusNext.current;
    focusNext.current = undefined;
    if (!next || !rows) return;
    const row = list.current?.children[Math.min(next.index, rows.length - 1)];
    (row?.querySelector<HTMLElement>(next.control) ?? addButton.current)?.focus();
  }, [rows]);

  const alert = problem && <Alert tone="danger">{problem.detail}</Alert>;
  // Saving replaces all questions, so none can be added before they are loaded.
  if (!rows) return alert ?? <Skeleton className="prompt-waiting" />;
  const isFull = rows.length >= maxPrompts;
  const accept = (prompt: SuggestedPrompt) => {
    focusNext.current = { index: rows.length, control: 'textarea' };
    prompts.accept(prompt);
  };
  const remove = ({ key }: Row, index: number) => {
    focusNext.current = { index, control: 'button' };
    prompts.remove(key);
  };
  return (
    <>
      {alert}
      <ol ref={list} className="prompt-rows">
        {rows.map((row, index) => (
          <li key={row.key}>
            <PromptRow
              number={index + 1}
              row={row}
              errorOf={(name) =>
                problem?.fields.find(({ field }) => field === `promptVec.${index}.${name}`)?.message
              }
              onChange={(part) => prompts.change(row.key, part)}
              onRemove={() => remove(row, index)}
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
                <Button size="sm" onClick={() => accept(prompt)}>
                  Use this
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="prompt-actions">
        <Button
          ref={addButton}
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
