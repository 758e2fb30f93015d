import { alignClasses, inks } from '@gyan/contract/rich-text.ts';
import type { Editor } from '@tiptap/core';
import {
  Bold,
  Heading5,
  Heading6,
  Italic,
  List,
  ListOrdered,
  Pilcrow,
  Quote,
  Strikethrough,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignJustify,
  TextAlignStart,
  Underline,
} from 'lucide-react';
import type { Tool } from './Toolbar.tsx';

/** The formatting at the caret, for the toolbar's state. */
export function caretLooks(editor: Editor) {
  return {
    paragraph: editor.isActive('paragraph') && !editor.isActive('blockquote'),
    heading5: editor.isActive('heading', { level: 5 }),
    heading6: editor.isActive('heading', { level: 6 }),
    quote: editor.isActive('blockquote'),
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    underline: editor.isActive('underline'),
    strike: editor.isActive('strike'),
    align: alignClasses.find((name) => editor.isActive({ textAlign: name.slice('align-'.length) })) ?? null,
    bulletList: editor.isActive('bulletList'),
    orderedList: editor.isActive('orderedList'),
    link: editor.isActive('link'),
    ink: inks.find(({ className }) => editor.isActive('ink', { class: className }))?.className ?? null,
  };
}

export type CaretLooks = ReturnType<typeof caretLooks>;

const icon = (Icon: typeof Bold) => <Icon size={18} aria-hidden="true" />;

export function styleTools(editor: Editor, at: CaretLooks): Tool[] {
  const plain = () => editor.chain().setParagraph().unsetBlockquote().run();
  return [
    { label: 'Paragraph', icon: icon(Pilcrow), pressed: at.paragraph, onPress: plain },
    {
      label: 'Heading 5',
      icon: icon(Heading5),
      pressed: at.heading5,
      onPress: () => editor.chain().toggleHeading({ level: 5 }).run(),
    },
    {
      label: 'Heading 6',
      icon: icon(Heading6),
      pressed: at.heading6,
      onPress: () => editor.chain().toggleHeading({ level: 6 }).run(),
    },
    {
      label: 'Quote',
      icon: icon(Quote),
      pressed: at.quote,
      onPress: () => editor.chain().toggleBlockquote().run(),
    },
  ];
}

export function formatTools(editor: Editor, at: CaretLooks): Tool[] {
  return [
    { label: 'Bold', icon: icon(Bold), pressed: at.bold, onPress: () => editor.chain().toggleBold().run() },
    {
      label: 'Italic',
      icon: icon(Italic),
      pressed: at.italic,
      onPress: () => editor.chain().toggleItalic().run(),
    },
    {
      label: 'Underline',
      icon: icon(Underline),
      pressed: at.underline,
      onPress: () => editor.chain().toggleUnderline().run(),
    },
    {
      label: 'Strikethrough',
      icon: icon(Strikethrough),
      pressed: at.strike,
      onPress: () => editor.chain().toggleStrike().run(),
    },
  ];
}

export function alignTools(editor: Editor, at: CaretLooks): Tool[] {
  const aligned = (label: string, Icon: typeof Bold, name: string): Tool => ({
    label,
    icon: icon(Icon),
    pressed: at.align === `align-${name}`,
    onPress: () => editor.chain().setTextAlign(name).run(),
  });
  return [
    {
      label: 'Align to the start',
      icon: icon(TextAlignStart),
      pressed: at.align === null,
      onPress: () => editor.chain().unsetTextAlign().run(),
    },
    aligned('Align to the centre', TextAlignCenter, 'center'),
    aligned('Align to the right', TextAlignEnd, 'right'),
    aligned('Justify', TextAlignJustify, 'justify'),
  ];
}

export function listTools(editor: Editor, at: CaretLooks): Tool[] {
  return [
    {
      label: 'Bulleted list',
      icon: icon(List),
      pressed: at.bulletList,
      onPress: () => editor.chain().toggleBulletList().run(),
    },
    {
      label: 'Numbered list',
      icon: icon(ListOrdered),
      pressed: at.orderedList,
      onPress: () => editor.chain().toggleOrderedList().run(),
    },
  ];
}

export function inkTools(editor: Editor, at: CaretLooks): Tool[] {
  const swatch = (className: string) => <span className={`swatch ${className}`} aria-hidden="true" />;
  return [
    {
      label: 'No colour',
      icon: swatch('swatch-none'),
      pressed: at.ink === null,
      onPress: () => editor.chain().unsetMark('ink', { extendEmptyMarkRange: true }).run(),
    },
    ...inks.map(({ className, label }) => ({
      label,
      icon: swatch(className),
      pressed: at.ink === className,
      onPress: () => editor.chain().setMark('ink', { class: className }).run(),
    })),
  ];
}
