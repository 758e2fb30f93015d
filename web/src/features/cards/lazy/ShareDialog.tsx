import '../share.css';
import { type EmbedKind, embedCode } from '@gyan/contract/embeds.ts';
import { clsx } from 'clsx';
import { type ReactNode, useRef, useState } from 'react';
import type { HiddenVisibility } from '#features/tiles/VisibilityTag.tsx';
import { useSite } from '#lib/site.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';

export interface ShareDialogProps {
  title: string;
  path: string;
  visibility: HiddenVisibility | undefined;
  topicId: number | undefined;
  onClose: () => void;
}

const privateHints: Partial<Record<HiddenVisibility, string>> = {
  draft: 'Only you and admins can open a draft.',
  hidden: 'Only you and admins can open it while it is hidden.',
};

/** The link of a page, the HTML that shows it on another site, and its feed. */
export function ShareDialog({ title, path, visibility, topicId, onClose }: ShareDialogProps) {
  const { publicUrl } = useSite();
  const [, kind = '', id = ''] = /^\/(pd|ch|sub|up)\/([^/?]+)/.exec(path) ?? [];
  const url = publicUrl + path;
  const feed = topicId === undefined ? kind !== 'pd' && `${kind}/${id}` : `topic/${topicId}`;
  const hint = visibility && privateHints[visibility];
  const embeds = topicId === undefined && kind !== 'up' && hint === undefined;
  return (
    <Dialog open onClose={onClose} title={`Share “${title}”`}>
      <div className="stack">
        <CopyField label="Link" what="link" value={url} hint={hint} />
        {typeof navigator.share === 'function' && (
          <Button
            className="share-with"
            // Rejects also when the user closes the sheet.
            onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
          >
            Share with an app
          </Button>
        )}
        {embeds && (
          <CopyField
            label="Embed"
            what="embed code"
            hint="Shows it on your own page, without cookies."
            value={embedCode({ publicUrl, kind: kind as EmbedKind, id: decodeURIComponent(id), title })}
            long
          />
        )}
        {feed && visibility === undefined && <FeedField feed={`${publicUrl}/feeds/${feed}`} />}
      </div>
    </Dialog>
  );
}

function FeedField({ feed }: { feed: string }) {
  const hint = (
    <>
      New cards in a feed reader. Also as{' '}
      <a className="link" href={`${feed}.atom`}>
        Atom
      </a>{' '}
      and{' '}
      <a className="link" href={`${feed}.json`}>
        JSON Feed
      </a>
      .
    </>
  );
  return <CopyField label="Feed" what="feed address" value={`${feed}.rss`} hint={hint} />;
}

interface CopyFieldProps {
  label: string;
  /** Completes “Copy …”. */
  what: string;
  value: string;
  hint?: ReactNode;
  long?: boolean;
}

function CopyField({ label, what, value, hint, long = false }: CopyFieldProps) {
  const [message, setMessage] = useState('');
  const text = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setMessage('Copied.');
    } catch {
      text.current?.select();
      setMessage('It could not be copied by itself. It is selected: copy it by hand.');
    }
  };
  const Input = long ? TextArea : TextInput;
  return (
    <div className={clsx('copy-field', long && 'copy-field-long')}>
      <Field label={label} hint={hint}>
        <Input
          ref={text}
          className="copy-text"
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
      <Button onClick={() => void copy()}>
        Copy<span className="sr-only"> {what}</span>
      </Button>
      <output className="copy-state">{message}</output>
    </div>
  );
}
