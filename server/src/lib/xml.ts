import { escapeHtml } from './html.ts';

/** Characters that XML 1.0 forbids, also as entities. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Text for an XML document, or for the value of an attribute. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replace(forbidden, ''));
}

type Attributes = Record<string, string | number | undefined>;

/** XML that is safe to insert into other XML. */
export type Xml = { xml: string };

/** An element; strings in it are escaped, absent children and attributes left out. */
export function element(
  name: string,
  attributes: Attributes = {},
  children: readonly (Xml | string | undefined)[] = [],
): Xml {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('');
  const content = children
    .map((child) => (typeof child === 'string' ? escapeXml(child) : (child?.xml ?? '')))
    .join('');
  return { xml: content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>` };
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.xml}\n`;
}
