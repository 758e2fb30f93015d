import { CommentForm } from '@gyan/contract/comments.ts';
import { useEffect, useRef } from 'react';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { MentionArea } from './MentionArea.tsx';
import type { Mention } from './mentions.ts';

interface CommentEditorProps {
  cardId: number;
  text: string;
  problem?: string | undefined;
  onChange: (text: string) => void;
  onMention: (person: Mention) => void;
  onSave: (text: string) => void;
  onCancel: () => void;
}

/** Edits the viewer's own comment. */
export function CommentEditor({
  cardId,
  text,
  problem,
  onChange,
  onMention,
  onSave,
  onCancel,
}: CommentEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const area = box.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  // The rules are those of a new comment.
  const form = useContractForm({
    schema: CommentForm,
    defaults: { postId: cardId, rawText: text },
    submit: ({ rawText }) => onSave(rawText),
  });
  const field = form.register('rawText');
  return (
    <div ref={box}>
      <Form {...form.props}>
        <Field label="Your comment" labelHidden error={form.errorOf('rawText') ?? problem}>
          <MentionArea
            {...field}
            rows={3}
            onMention={onMention}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onCancel();
            }}
            onChange={(event) => {
              onChange(event.target.value);
              void field.onChange(event);
            }}
          />
        </Field>
        {problem && (
          <Alert tone="danger" autoHide>
            {problem}
          </Alert>
        )}
        <div className="form-actions">
          <Button type="submit" size="sm" variant="primary">
            Save
          </Button>
          <Button size="sm" variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  );
}
