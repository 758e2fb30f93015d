import {
  alignClasses,
  containerTags,
  inks,
  linkAttributes,
  markTags,
  textBlockTags,
} from '@gyan/contract/rich-text.ts';
import { getSchema } from '@tiptap/core';
import { describe, expect, it } from 'vitest';
import { richExtensions } from './rich-extensions.ts';

const schema = getSchema(richExtensions);
const allowed = new Set<string>([...textBlockTags, ...containerTags, ...markTags, 'br']);

/** Tags and attributes that a node or mark renders. */
function rendered(spec: unknown): { tags: string[]; attributes: Record<string, unknown> } {
  const tags: string[] = [];
  const attributes: Record<string, unknown> = {};
  const walk = (part: unknown) => {
    if (!Array.isArray(part)) return;
    const [tag, ...rest] = part as unknown[];
    tags.push(String(tag));
    for (const inner of rest) {
      if (Array.isArray(inner)) walk(inner);
      else if (typeof inner === 'object' && inner !== null) Object.assign(attributes, inner);
    }
  };
  walk(spec);
  return { tags, attributes };
}

const node = (name: string, attrs: Record<string, unknown> = {}) => {
  const type = schema.nodes[name];
  if (!type?.spec.toDOM) throw new Error(`no node ${name}`);
  return rendered(type.spec.toDOM(type.create(attrs)));
};

const mark = (name: string, attrs: Record<string, unknown> = {}) => {
  const type = schema.marks[name];
  if (!type?.spec.toDOM) throw new Error(`no mark ${name}`);
  return rendered(type.spec.toDOM(type.create(attrs), true));
};

describe('the editor', () => {
  it('makes nothing but what a card may hold', () => {
    const nodes = Object.values(schema.nodes).filter((type) => type.spec.toDOM);
    const made = [
      ...nodes.map((type) => node(type.name)),
      ...Object.keys(schema.marks).map((name) => mark(name)),
      node('heading', { level: 5 }),
      node('heading', { level: 6 }),
    ];
    for (const { tags, attributes } of made) {
      expect(tags.filter((tag) => !allowed.has(tag))).toEqual([]);
      expect(attributes).not.toHaveProperty('style');
    }
  });

  it('writes colours as classes', () => {
    for (const { className } of inks) {
      const { tags, attributes } = mark('ink', { class: className });
      expect(tags).toEqual(['span']);
      expect(attributes).toEqual({ class: className });
    }
  });

  it('writes alignment as classes', () => {
    for (const name of alignClasses) {
      const { attributes } = node('paragraph', { textAlign: name.slice('align-'.length) });
      expect(attributes).toEqual({ class: name });
    }
    expect(node('paragraph').attributes).toEqual({});
  });

  it('says about links what the contract says', () => {
    const { attributes } = mark('link', { href: 'https://gyan.example' });
    expect(attributes).toMatchObject({ href: 'https://gyan.example', ...linkAttributes });
    expect(mark('link', { href: 'javascript:alert(1)' }).attributes.href).toBe('');
  });
});
