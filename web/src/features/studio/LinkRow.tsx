import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { linkAddress } from './link-address.ts';

/** Asks for the link's URL. Not a form, because it is inside the card's form. */
export function LinkRow({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState(() => String(editor.getAttributes('link').href ?? ''));
  const [wrong, setWrong] = useState(false);
  const [linked] = useState(() => editor.isActive('link'));
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => row.current?.querySelector('input')?.focus(), []);

  const close = () => {
    onClose();
    editor.commands.focus();
  };

  const apply = () => {
    const href = linkAddress(address);
    setWrong(href === undefined);
    if (href === undefined) return;
    const chain = editor.chain().extendMarkRange('link');
    if (editor.state.selection.empty && !linked) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    } else chain.setLink({ href }).run();
    close();
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply();
  };

  return (
    <div ref={row} className="link-row">
      <Field
        label="Link address"
        error={wrong ? 'Please enter a web or e-mail address, such as https://example.com' : undefined}
      >
        <TextInput
          type="url"
          inputMode="url"
          autoComplete="off"
          value={address}
          onKeyDown={onKey}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <div className="form-actions">
        <Button size="sm" onClick={apply}>
          Set link
        </Button>
        {linked && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              editor.chain().extendMarkRange('link').unsetLink().run();
              close();
            }}
          >
            Remove link
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
