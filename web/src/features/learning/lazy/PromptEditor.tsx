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
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { Question } from '../Question.tsx';

interface Row {
  /** Tells rows apart while they are edited. */
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
      {open && <PromptEditor cardId={cardId} onClose={() => setOpen(false)} />}
    </>
  );
}

function PromptEditor({ cardId, onClose }: { cardId: number; onClose: () => void }) {
  const [rows, setRows] = useState<Row[]>();
  const [suggested, setSuggested] = useState<SuggestedPrompt[]>([]);
  const [problem, setProblem] = useState<ApiProblem>();
  const [busy, setBusy] = useState(false);

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

  const change = (key: string, part: Partial<Row>) =>
    setRows((all) => all?.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = (prompt: Omit<Row, 'key'>) => setRows((all) => [...(all ?? []), newRow(prompt)]);
  const accept = (prompt: SuggestedPrompt) => {
    add(prompt);
    setSuggested((all) => all.filter((each) => each !== prompt));
  };

  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const promptVec = (rows ?? []).map(({ promptId, kind, question, answer }) => ({
        promptId,
        kind,
        question,
        answer,
      }));
      await api('PUT /r/prompts', { body: { postId: cardId, promptVec } });
      queueToast({ tone: 'success', text: 'The questions are saved.' });
      onClose();
    } catch (error) {
      setProblem(
        error instanceof ApiProblem
          ? error
          : new ApiProblem({ status: 0, code: 'offline', detail: 'That did not work. Please try again.' }),
      );
    } finally {
      setBusy(false);
    }
  };

  const isFull = (rows?.length ?? 0) >= maxPrompts;
  return (
    <Dialog
      open
      size="lg"
      title="Questions"
      description="Asked when somebody reviews this card. Without any, learners say what they remember of it."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            Save questions
          </Button>
        </>
      }
    >
      {problem && <Alert tone="danger">{problem.detail}</Alert>}
      <ol className="prompt-rows">
        {rows?.map((row, index) => (
          <li key={row.key}>
            <PromptRow
              number={index + 1}
              row={row}
              errorOf={(name) =>
                problem?.fields.find(({ field }) => field === `promptVec.${index}.${name}`)?.message
              }
              onChange={(part) => change(row.key, part)}
              onRemove={() => setRows((all) => all?.filter(({ key }) => key !== row.key))}
            />
          </li>
        ))}
      </ol>
      <div className="prompt-actions">
        <Button
          icon={<Plus size={18} aria-hidden="true" />}
          aria-disabled={isFull || undefined}
          onClick={isFull ? undefined : () => add({ kind: 'question', question: '', answer: '' })}
        >
          Add a question
        </Button>
        <Button
          icon={<Plus size={18} aria-hidden="true" />}
          aria-disabled={isFull || undefined}
          onClick={isFull ? undefined : () => add({ kind: 'cloze', question: '', answer: '' })}
        >
          Hide words of a sentence
        </Button>
      </div>
      {suggested.length > 0 && !isFull && (
        <section className="prompt-suggested" aria-labelledby="prompt-suggested">
          <h3 id="prompt-suggested">From the text of the card</h3>
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
    </Dialog>
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
