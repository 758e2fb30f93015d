import { CommentForm } from '@gyan/contract/comments.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ApiProblem, reasonOf } from '#lib/api-problem.ts';
import { newKey } from '#lib/browser-api.ts';
import { useDraft } from '#lib/draft.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { MentionArea } from './MentionArea.tsx';
import type { Mention } from './mentions.ts';
import { useMentions } from './use-mentions.ts';

/** A text to post, as it is stored. */
export interface NewComment {
  text: string;
  mentions: readonly Mention[];
}

interface CommentBoxProps {
  cardId: number;
  /** The name under which unsent text is kept. */
  draftName: string;
  label: string;
  submitLabel: string;
  /** Focuses the box when it appears. */
  focus: boolean;
  /** Rejects when the server refuses. `intent` stays the same when the same text is retried. */
  onPost: (comment: NewComment, intent: string) => Promise<void>;
  onCancel?: () => void;
}

const joined = (...texts: string[]) => texts.filter(Boolean).join('\n\n');

/** Posts a comment. The draft is kept until the server has stored it. */
export function CommentBox({
  cardId,
  draftName,
  label,
  submitLabel,
  focus,
  onPost,
  onCancel,
}: CommentBoxProps) {
  const [draft, saveDraft] = useDraft(draftName);
  const mentions = useMentions(draftName);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const sent = useRef('');
  const intent = useRef({ text: '', key: '' });
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const refuse = (error: unknown, text: string) => {
    const back = joined(text, form.fields.getValues('rawText'));
    form.fields.setValue('rawText', back);
    saveDraft(back);
    if (error instanceof ApiProblem && error.status === 401) {
      queueToast({
        tone: 'danger',
        text: 'Your session has ended. Your comment is kept for when you are back.',
      });
    } else {
      const message = `Your comment was not posted. ${reasonOf(error)}`;
      if (!isOpen.current) queueToast({ tone: 'danger', text: message });
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
      await onPost({ text, mentions: mentions.chosen }, intent.current.key);
      intent.current = { text: '', key: '' };
      const typedMeanwhile = form.fields.getValues('rawText');
      saveDraft(typedMeanwhile);
      if (typedMeanwhile === '') mentions.clear();
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
      if (!busy) void post(form.fields.getValues('rawText'), mentions.encode(rawText));
    },
  });
  const text = form.register('rawText');
  const { setFocus } = form.fields;
  useEffect(() => {
    if (focus) setFocus('rawText');
  }, [focus, setFocus]);

  const cancel = () => {
    saveDraft('');
    mentions.clear();
    onCancel?.();
  };

  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && onCancel) cancel();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <Form {...form.props} className={onCancel ? 'answer-box' : 'comment-box'}>
      <Field label={label} error={form.errorOf('rawText')}>
        <MentionArea
          {...text}
          rows={2}
          onMention={mentions.add}
          onKeyDown={onKey}
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
          {submitLabel}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
