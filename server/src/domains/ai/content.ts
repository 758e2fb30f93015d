import { escapeHtml } from '#lib/html.ts';
import { cleanRichText } from '#lib/rich-text.ts';

const fence = '```';
const markup = /<(?:p|ul|ol|li|h[1-6]|strong|em|b|i|u|br|blockquote|div|code|pre)\b[^<>]*>/i;

/** Converts a model's answer to the content of a card: HTML, or plain text if the model sent that instead. */
export function toContent(answer: string): string {
  const text = unfenced(answer);
  return cleanRichText(markup.test(text) ? text : fromPlainText(text)).html;
}

/** Models often wrap their answer in a code fence. */
function unfenced(answer: string): string {
  const text = answer.trim();
  const opening = /^```[a-z]*[ \t]*\r?\n/i.exec(text)?.[0];
  return opening && text.endsWith(fence) ? text.slice(opening.length, -fence.length).trim() : answer;
}

/** Converts paragraphs, headings, lists and emphasis of plain text to HTML. */
function fromPlainText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map(toBlocks)
    .join('');
}

type Kind = 'p' | 'h5' | 'ul' | 'ol';

function toBlocks(paragraph: string): string {
  let html = '';
  let lines: string[] = [];
  let kind: Kind = 'p';
  const end = () => {
    if (lines.length > 0) html += block(kind, lines);
    lines = [];
  };
  for (const line of paragraph.split('\n')) {
    const [next, words] = readLine(line);
    if (next !== kind || next === 'h5') end();
    kind = next;
    if (words !== '') lines.push(emphasise(words));
  }
  end();
  return html;
}

function readLine(line: string): [Kind, string] {
  const text = line.trim();
  const marked = /^(#{1,6}|[-*•]|\d{1,3}[.)])\s+(\S.*)$/.exec(text);
  if (!marked) return ['p', text];
  const [, mark = '', words = ''] = marked;
  return [mark.startsWith('#') ? 'h5' : /^\d/.test(mark) ? 'ol' : 'ul', words];
}

function block(kind: Kind, lines: string[]): string {
  if (kind === 'ul' || kind === 'ol') return `<${kind}><li>${lines.join('</li><li>')}</li></${kind}>`;
  return `<${kind}>${lines.join('<br>')}</${kind}>`;
}

function emphasise(words: string): string {
  return escapeHtml(words)
    .replace(/`([^`]{1,200})`/g, '<code>$1</code>')
    .replace(/\*\*([^*]{1,200})\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*([^*\s][^*]{0,200})\*(?![\w*])/g, '<em>$1</em>');
}
