import { CommentForm } from '@gyan/contract/comments.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '#lib/api-problem.ts';
import { newKey } from '#lib/browser-api.ts';
import { useDraft } from '#lib/draft.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import type { ThreadOf } from './thread.ts';

interface CommentBoxProps {
  thread: ThreadOf;
  /** Focuses the box when it appears. */
  focus: boolean;
  /** Rejects when the server refuses. `intent` stays the same when the same text is retried. */
  onPost: (text: string, intent: string) => Promise<void>;
}

const joined = (...texts: string[]) => texts.filter(Boolean).join('\n\n');

/** Posts a comment. The draft is kept until the server has stored it. */
export function CommentBox({ thread: { userId, cardId }, focus, onPost }: CommentBoxProps) {
  const [draft, saveDraft] = useDraft(`comment of ${userId} on card ${cardId}`);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const sent = useRef('');
  const intent = useRef({ text: '', key: '' });

  const refuse = (error: unknown, text: string) => {
    const back = joined(text, form.fields.getValues('rawText'));
    form.fields.setValue('rawText', back);
    saveDraft(back);
    const reason = error instanceof ApiProblem ? error.detail : 'Please try again.';
    if (error instanceof ApiProblem && error.status === 401) {
      queueToast({
        tone: 'danger',
        text: 'Your session has ended. Your comment is kept for when you are back.',
      });
    } else {
      const message = `Your comment was not posted. ${reason}`;
      form.fields.setError('rawText', { type: 'server', message });
      setProblem(message);
    }
  };

  const post = async (typed: string, text: string) => {
    if (intent.current.text !== text) intent.current = { text, key: newKey() };
    sent.current = typed;
    setBusy(true);
    setProblem(undefined);
    form.fields.setValue('rawText', '');
    try {
      await onPost(text, intent.current.key);
      intent.current = { text: '', key: '' };
      saveDraft(form.fields.getValues('rawText'));
    } catch (error) {
      refuse(error, typed);
    } finally {
      sent.current = '';
      setBusy(false);
    }
  };

  const form = useContractForm({
    schema: CommentForm,
    defaults: { postId: cardId, rawText: draft },
    submit: ({ rawText }) => {
      if (!busy) void post(form.fields.getValues('rawText'), rawText);
    },
  });
  const text = form.register('rawText');
  const { setFocus } = form.fields;
  useEffect(() => {
    if (focus) setFocus('rawText');
  }, [focus, setFocus]);

  const sendByKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <Form {...form.props} className="comment-box">
      <Field label="Add a comment" error={form.errorOf('rawText')}>
        <TextArea
          {...text}
          rows={2}
          onKeyDown={sendByKey}
          onChange={(event) => {
            saveDraft(joined(sent.current, event.target.value));
            void text.onChange(event);
          }}
        />
      </Field>
      {problem && (
        <Alert tone="danger" autoHide dismissible onHide={() => setProblem(undefined)}>
          {problem}
        </Alert>
      )}
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={busy}>
          Comment
        </Button>
      </div>
    </Form>
  );
}
