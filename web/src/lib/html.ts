import { headAttribute, type Tag } from './head.ts';

const replacements: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => replacements[character] ?? '');

/** Escapes JSON so that it cannot end its script element. */
export const escapeJson = (json: string) => json.replaceAll('<', String.raw`\u003c`);

export function tagHtml({ name, attributes, text }: Tag): string {
  const attributeText = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  if (name === 'title') return `<title>${escapeHtml(text ?? '')}</title>`;
  const open = `<${name}${attributeText.join('')} ${headAttribute}="">`;
  return name === 'script' ? `${open}${escapeJson(text ?? '')}</script>` : open;
}
