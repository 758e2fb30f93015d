import { alignClasses, inks, linkAttributes } from '@gyan/contract/rich-text.ts';
import { type Extensions, Mark } from '@tiptap/core';
import { TextAlign } from '@tiptap/extension-text-align';
import { StarterKit } from '@tiptap/starter-kit';
import { isLinkAddress } from './link-address.ts';

/*
 * The editor produces exactly what the contract's `rich-text.ts` allows: formatting as classes instead of the library's
 * style attributes.
 */

const classIn = (element: HTMLElement, classes: readonly string[]) =>
  classes.find((name) => element.classList.contains(name)) ?? null;

const inkClasses = inks.map(({ className }) => className);

const Ink = Mark.create({
  name: 'ink',
  addAttributes: () => ({
    class: {
      default: null,
      parseHTML: (element) => classIn(element, inkClasses),
    },
  }),
  parseHTML: () => [{ tag: 'span', getAttrs: (element) => (classIn(element, inkClasses) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

const alignments = alignClasses.map((name) => name.slice('align-'.length));

const Align = TextAlign.extend({
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element) => classIn(element, alignClasses)?.slice('align-'.length) ?? null,
          renderHTML: ({ textAlign }) => (textAlign ? { class: `align-${textAlign}` } : {}),
        },
      },
    },
  ],
});

export const richExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [5, 6] },
    horizontalRule: false,
    // It would add an empty paragraph to every text.
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: linkAttributes,
      isAllowedUri: isLinkAddress,
    },
  }),
  Align.configure({ types: ['paragraph', 'heading'], alignments }),
  Ink,
];
