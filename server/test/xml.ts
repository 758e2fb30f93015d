/** A parsed element. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** The text directly inside, with entities replaced. */
  text: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const allowed = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

function unescape(text: string): string {
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    if (!whole.endsWith(';')) throw new Error(`A bare ampersand: ${whole}`);
    const code = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name);
    if (code) return String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? '', code[1] ? 16 : 10));
    const found = entities[name];
    if (found === undefined) throw new Error(`An unknown entity: ${whole}`);
    return found;
  });
}

/**
 * A strict parser for the XML that we write: no comments, no CDATA, no document type. Throws if it is not well formed.
 */
export function parseXml(source: string): XmlElement {
  if (!allowed.test(source)) throw new Error('XML 1.0 forbids a character of this document.');
  const body = source.replace(/^<\?xml version="1.0" encoding="utf-8"\?>\n/, '');
  if (body === source) throw new Error('The declaration is missing.');
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  for (const [whole, close, name, rest, empty, text] of body.matchAll(
    /<(\/?)([A-Za-z][\w.:-]*)((?:\s+[\w.:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)|</g,
  )) {
    const inside = open.at(-1);
    if (!inside) throw new Error('Something follows the root.');
    if (text !== undefined) inside.text += unescape(text);
    else if (name === undefined) throw new Error(`Not a tag: ${whole}`);
    else if (close) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element.`);
    } else {
      const attributes: Record<string, string> = {};
      for (const [, key = '', value = ''] of (rest ?? '').matchAll(/([\w.:-]+)="([^"]*)"/g)) {
        if (key in attributes) throw new Error(`${key} is repeated.`);
        attributes[key] = unescape(value);
      }
      const element: XmlElement = { name, attributes, children: [], text: '' };
      inside.children.push(element);
      if (!empty) open.push(element);
    }
  }
  const [root, ...more] = top.children;
  if (open.length !== 1 || !root || more.length > 0 || top.text.trim() !== '')
    throw new Error('A document has one root, which is closed.');
  return root;
}

export const childrenOf = (element: XmlElement, name: string) =>
  element.children.filter((child) => child.name === name);

/** The only child with this name; throws if there is none or another. */
export function childOf(element: XmlElement, name: string): XmlElement {
  const [child, ...more] = childrenOf(element, name);
  if (!child || more.length > 0) throw new Error(`<${element.name}> needs one <${name}>.`);
  return child;
}
