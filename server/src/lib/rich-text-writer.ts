import { containerTags, markTags, textBlockTags } from '@gyan/contract/rich-text.ts';
import { isBlank } from '@gyan/contract/text.ts';
import { escapeHtml, escapeText } from './html.ts';

type TextBlockTag = (typeof textBlockTags)[number];
type ContainerTag = (typeof containerTags)[number];
type MarkTag = (typeof markTags)[number];
export type Attributes = Readonly<Record<string, string>>;

interface Mark {
  tag: MarkTag;
  attributes: Attributes;
}

interface Container {
  tag: ContainerTag | undefined;
  attributes: Attributes;
  /** The tag is written only once it has content. */
  written: boolean;
  hasBlocks: boolean;
  /** An empty paragraph was seen; it is kept only if something follows. */
  gap: boolean;
}

interface TextBlock {
  tag: TextBlockTag;
  attributes: Attributes;
  html: string;
  text: string;
  shows: boolean;
  open: readonly Mark[];
  breaks: number;
  /** The marks of pending white space, written once a word follows. */
  space: readonly Mark[] | undefined;
}

interface Entry {
  tag: string;
  mark?: Mark;
  /** How many containers were open before this one. */
  height: number;
}

/** Deeper lists and quotes keep their text but get no further level. */
const maxDepth = 13;
const mostBreaks = 2;

const blocks: ReadonlySet<string> = new Set(textBlockTags);
const containers: ReadonlySet<string> = new Set(containerTags);
const marks: ReadonlySet<string> = new Set(markTags);
const noMarks: readonly Mark[] = [];

/**
 * Writes tags and text of any order in the normal form of rich text: containers hold blocks, blocks hold text, marks
 * are inside a block and never nested in themselves. A browser parses that form unchanged, and writing it again changes
 * nothing.
 */
export class RichTextWriter {
  readonly #entries: Entry[] = [];
  readonly #containers: Container[] = [newContainer(undefined)];
  #block: TextBlock | undefined;
  #html = '';
  #text = '';
  #lastWasItem = false;

  open(tag: string, attributes: Attributes): void {
    if (marks.has(tag)) {
      this.#entries.push({ tag, height: 0, mark: { tag: tag as MarkTag, attributes } });
      return;
    }
    this.#endBlock();
    if (tag === 'li') this.#leaveImpliedItem();
    const height = this.#containers.length;
    if (tag === 'li') this.#openItem();
    else if (containers.has(tag)) this.#openContainer(tag as ContainerTag, attributes);
    else if (blocks.has(tag)) this.#block = newBlock(tag as TextBlockTag, attributes);
    this.#entries.push({ tag, height });
  }

  close(tag: string): void {
    const at = this.#entries.findLastIndex((entry) => entry.tag === tag);
    const entry = this.#entries[at];
    if (!entry) return;
    this.#entries.length = at;
    if (entry.mark) return;
    if (blocks.has(tag)) {
      const empty = this.#block !== undefined && !this.#block.shows;
      this.#endBlock();
      if (empty && tag === 'p') this.#container.gap = true;
    } else {
      this.#endBlock();
      this.#closeContainers(entry.height);
    }
  }

  break(): void {
    const block = this.#textBlock();
    if (block.tag === 'pre') this.#verbatim(block, '\n');
    else if (block.shows) block.breaks = Math.min(block.breaks + 1, mostBreaks);
  }

  text(text: string): void {
    if (this.#block === undefined && isBlank(text)) return;
    const block = this.#textBlock();
    if (block.tag === 'pre') {
      this.#verbatim(block, text);
      return;
    }
    const active = this.#marks();
    for (const [piece] of text.matchAll(/[ \t\r\n\f]+|[^ \t\r\n\f]+/g)) {
      if (/^[ \t\r\n\f]/.test(piece)) {
        if (block.html !== '' && block.breaks === 0) block.space ??= active;
      } else {
        this.#word(block, active, piece);
      }
    }
  }

  end(): { html: string; text: string } {
    this.#endBlock();
    this.#closeContainers(1);
    return { html: this.#html, text: this.#text };
  }

  get #container(): Container {
    return this.#containers.at(-1) as Container;
  }

  #openContainer(tag: ContainerTag, attributes: Attributes): void {
    const inList = isList(this.#container);
    if (this.#containers.length + (inList ? 2 : 1) > maxDepth) return;
    if (inList) this.#containers.push(newContainer('li'));
    this.#containers.push(newContainer(tag, attributes));
  }

  /** Closes the item that was added for content directly inside a list. */
  #leaveImpliedItem(): void {
    const parent = this.#entries.findLast((entry) => containers.has(entry.tag));
    if (parent?.tag !== 'ul' && parent?.tag !== 'ol') return;
    const list = this.#containers.findLastIndex((container) => isList(container));
    if (list >= parent.height) this.#closeContainers(list + 1);
  }

  /** Opens a list for an item outside of one. */
  #openItem(): void {
    if (!isList(this.#container)) this.#openContainer('ul', {});
    if (isList(this.#container)) this.#containers.push(newContainer('li'));
  }

  #closeContainers(height: number): void {
    while (this.#containers.length > height) {
      const { tag, written } = this.#containers.pop() as Container;
      if (written) this.#html += `</${tag}>`;
    }
  }

  #textBlock(): TextBlock {
    this.#block ??= newBlock('p');
    return this.#block;
  }

  #verbatim(block: TextBlock, text: string): void {
    block.text += text;
    block.shows ||= !isBlank(text);
  }

  #word(block: TextBlock, active: readonly Mark[], word: string): void {
    if (block.breaks > 0) {
      // Breaks are written outside of marks, which is the normal form.
      this.#switchMarks(block, noMarks);
      block.html += '<br>'.repeat(block.breaks);
      block.text += '\n'.repeat(block.breaks);
      block.breaks = 0;
    } else if (block.space) {
      this.#switchMarks(block, block.space);
      block.html += ' ';
      block.text += ' ';
    }
    block.space = undefined;
    this.#switchMarks(block, active);
    block.html += escapeText(word);
    block.text += word;
    block.shows ||= !isBlank(word);
  }

  /** The marks in effect: nested equal marks count once, the inner colour wins, the outer link wins. */
  #marks(): readonly Mark[] {
    const found: Mark[] = [];
    for (const { mark } of this.#entries) {
      if (!mark) continue;
      const same = found.findIndex(({ tag }) => tag === mark.tag);
      if (same === -1) found.push(mark);
      else if (mark.tag === 'span') {
        found.splice(same, 1);
        found.push(mark);
      }
    }
    return found;
  }

  #switchMarks(block: TextBlock, wanted: readonly Mark[]): void {
    let shared = 0;
    while (shared < wanted.length && sameMark(block.open[shared], wanted[shared])) shared += 1;
    for (const { tag } of block.open.slice(shared).toReversed()) block.html += `</${tag}>`;
    for (const { tag, attributes } of wanted.slice(shared)) block.html += openingTag(tag, attributes);
    block.open = wanted;
  }

  #endBlock(): void {
    const block = this.#block;
    this.#block = undefined;
    if (!block?.shows) return;
    this.#switchMarks(block, noMarks);
    if (isList(this.#container)) this.#containers.push(newContainer('li'));
    this.#writeContainers();
    this.#fillGap(this.#container);
    const isItem = this.#container.tag === 'li';
    if (this.#text !== '') this.#text += isItem && this.#lastWasItem ? '\n' : '\n\n';
    this.#lastWasItem = isItem;
    if (block.tag === 'pre') {
      const code = block.text.replace(/^(?:[ \t\r\f]*\n)+/, '').trimEnd();
      this.#text += code;
      this.#html += `<pre><code>${escapeText(code)}</code></pre>`;
    } else {
      this.#text += block.text;
      this.#html += `${openingTag(block.tag, block.attributes)}${block.html}</${block.tag}>`;
    }
  }

  #writeContainers(): void {
    for (const [index, container] of this.#containers.entries()) {
      if (index === 0 || container.written) continue;
      this.#fillGap(this.#containers[index - 1] as Container);
      this.#html += openingTag(container.tag as ContainerTag, container.attributes);
      container.written = true;
    }
  }

  #fillGap(container: Container): void {
    if (container.gap && container.hasBlocks && !isList(container)) this.#html += '<p></p>';
    container.gap = false;
    container.hasBlocks = true;
  }
}

function newContainer(tag: ContainerTag | undefined, attributes: Attributes = {}): Container {
  return { tag, attributes, written: false, hasBlocks: false, gap: false };
}

function newBlock(tag: TextBlockTag, attributes: Attributes = {}): TextBlock {
  return {
    tag,
    attributes,
    html: '',
    text: '',
    shows: false,
    open: noMarks,
    breaks: 0,
    space: undefined,
  };
}

function isList({ tag }: Container): boolean {
  return tag === 'ul' || tag === 'ol';
}

function sameMark(one: Mark | undefined, other: Mark | undefined): boolean {
  return (
    one !== undefined &&
    one.tag === other?.tag &&
    one.attributes.href === other.attributes.href &&
    one.attributes.class === other.attributes.class
  );
}

function openingTag(tag: string, attributes: Attributes): string {
  let html = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) html += ` ${name}="${escapeHtml(value)}"`;
  return `${html}>`;
}
