export type FrontMatter = Record<string, string | string[]>;

export interface Page {
  matter: FrontMatter;
  body: string;
}

/** Writes values as JSON, which YAML includes. */
export function writePage(matter: Record<string, string | number | string[] | null>, body: string): string {
  const lines = Object.entries(matter)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${body}${body.endsWith('\n') ? '' : '\n'}`;
}

/** Reads texts, numbers and lists of texts; whatever else YAML can say is taken as text. */
export function readPage(content: string): Page {
  const text = content.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const end = text.startsWith('---\n') ? /\n---[ \t]*(?:\n|$)/.exec(text.slice(3)) : null;
  if (!end) return { matter: {}, body: text };
  const matter: FrontMatter = {};
  let list: string[] | undefined;
  for (const line of text.slice(4, 3 + end.index).split('\n')) {
    const item = /^-\s(.*)$/s.exec(line.trimStart())?.[1];
    const pair = /^([\p{L}\p{N}_-]+):(|\s.*)$/su.exec(line);
    if (item !== undefined && list) list.push(readScalar(item));
    else if (pair) {
      const [, name = '', value = ''] = pair;
      list = [];
      matter[name.toLowerCase()] = value.trim() === '' ? list : readValue(value.trim());
    }
  }
  const body = text.slice(3 + end.index + end[0].length);
  return { matter, body: body.replace(/^\n/, '') };
}

function readValue(value: string): string | string[] {
  if (!value.startsWith('[') || !value.endsWith(']')) return readScalar(value);
  const json = parseJson(value);
  if (Array.isArray(json)) return json.map(String);
  return value
    .slice(1, -1)
    .split(',')
    .map((item) => readScalar(item.trim()))
    .filter((item) => item !== '');
}

function readScalar(value: string): string {
  const text = value.trim();
  if (text.startsWith('"')) {
    const json = parseJson(text);
    if (typeof json === 'string') return json;
  }
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  return text.replace(/\s#.*$/, '').trimEnd();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
