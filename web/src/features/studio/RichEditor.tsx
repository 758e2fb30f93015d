import './studio.css';
import type { Editor } from '@tiptap/core';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { CodeXml, Link as LinkIcon, Palette } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFieldWiring } from '#ui/field-context.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { cardHeadings } from './editor-text.ts';
import { LinkRow } from './LinkRow.tsx';
import { richExtensions } from './rich-extensions.ts';
import { alignTools, caretLooks, formatTools, inkTools, listTools, styleTools } from './rich-tools.tsx';
import { Toolbar } from './Toolbar.tsx';

export interface RichEditorProps {
  label: string;
  /** The initial markup; change the key to reset it. */
  html: string;
  onChange: (html: string) => void;
  disabled?: boolean;
}

const htmlOf = (editor: Editor) => (editor.isEmpty ? '' : editor.getHTML());

/** One block per line for readability; white space between blocks is ignored. */
const sourceOf = (editor: Editor) =>
  htmlOf(editor).replace(/(<\/(?:p|h5|h6|li|ul|ol|blockquote|pre)>)(?=<)/g, '$1\n');

export function RichEditor({ label, html, onChange, disabled = false }: RichEditorProps) {
  const wiring = useFieldWiring();
  const [source, setSource] = useState<string>();
  const [open, setOpen] = useState<'link' | 'ink'>();
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  const editor = useEditor({
    extensions: richExtensions,
    content: html,
    // The content security policy forbids style elements; our stylesheet has these rules.
    injectCSS: false,
    onUpdate: (event) => latest.current(htmlOf(event.editor)),
  });

  const described = wiring['aria-describedby'];
  const invalid = wiring['aria-invalid'] === true;
  useEffect(() => {
    const attributes: Record<string, string> = {
      class: 'prose rich-text',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
    };
    if (described) attributes['aria-describedby'] = described;
    if (invalid) attributes['aria-invalid'] = 'true';
    editor.setOptions({ editorProps: { attributes, transformPastedHTML: cardHeadings } });
  }, [editor, label, described, invalid]);

  useEffect(() => {
    editor.setEditable(!disabled, false);
  }, [editor, disabled]);

  const toggleSource = () => {
    setOpen(undefined);
    setSource((previous) => (previous === undefined ? sourceOf(editor) : undefined));
  };

  const readSource = (text: string) => {
    setSource(text);
    editor.commands.setContent(cardHeadings(text), { emitUpdate: false });
    onChange(htmlOf(editor));
  };

  return (
    <div className="rich-editor" data-invalid={invalid || undefined}>
      <Tools
        editor={editor}
        open={open}
        onOpen={(what) => setOpen((previous) => (previous === what ? undefined : what))}
        inSource={source !== undefined}
        onSource={toggleSource}
      />
      {open === 'link' && <LinkRow editor={editor} onClose={() => setOpen(undefined)} />}
      {source === undefined ? (
        <EditorContent editor={editor} />
      ) : (
        <TextArea
          id={undefined}
          className="rich-source"
          rows={8}
          aria-label={`${label} as HTML`}
          spellCheck={false}
          value={source}
          onChange={(event) => readSource(event.target.value)}
        />
      )}
    </div>
  );
}

interface ToolsProps {
  editor: Editor;
  open: 'link' | 'ink' | undefined;
  onOpen: (what: 'link' | 'ink') => void;
  inSource: boolean;
  onSource: () => void;
}

function Tools({ editor, open, onOpen, inSource, onSource }: ToolsProps) {
  const at = useEditorState({ editor, selector: (context) => caretLooks(context.editor) });
  const groups = [
    { name: 'Style', tools: styleTools(editor, at) },
    { name: 'Format', tools: formatTools(editor, at) },
    { name: 'Alignment', tools: alignTools(editor, at) },
    { name: 'Lists', tools: listTools(editor, at) },
    {
      name: 'Link and colour',
      tools: [
        {
          label: 'Link',
          icon: <LinkIcon size={18} aria-hidden="true" />,
          pressed: at.link,
          onPress: () => onOpen('link'),
        },
        {
          label: 'Colour',
          icon: <Palette size={18} aria-hidden="true" />,
          expanded: open === 'ink',
          onPress: () => onOpen('ink'),
        },
      ],
    },
  ];
  const view = {
    name: 'View',
    always: true,
    tools: [
      {
        label: 'HTML',
        icon: <CodeXml size={18} aria-hidden="true" />,
        pressed: inSource,
        onPress: onSource,
      },
    ],
  };
  const palette = open === 'ink' ? [{ name: 'Colours', tools: inkTools(editor, at) }] : [];
  return (
    <Toolbar
      label="Formatting"
      groups={[...groups, ...palette, view]}
      paused={inSource}
      onEscape={() => editor.commands.focus()}
    />
  );
}
