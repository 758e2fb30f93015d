/** The note types of our packages. Their ids and field names never change: an import finds its notes by them. */

export const cardFields = [
  'Title',
  'Picture',
  'Text',
  'Video',
  'Author',
  'License',
  'Source',
  'Link',
] as const;
export type CardField = (typeof cardFields)[number];

export const occlusionFields = ['Occlusion', 'Image', 'Header', 'Back Extra', 'Comments'] as const;

const cardNoteTypeId = 1_731_801_600_001;
export const cardNoteTypeName = 'Gyan Card';
const occlusionNoteTypeId = 1_731_801_600_002;
export const noteTypeIds = { card: cardNoteTypeId, occlusion: occlusionNoteTypeId };

const cardStyle = `.card { font: 20px/1.5 sans-serif; text-align: center; color: #1d1a16; background: #faf7f0; }
.nightMode.card, .night_mode .card { color: #f3ede2; background: #1d1a16; }
h1 { font-size: 1.3em; line-height: 1.25; }
img { max-width: 100%; max-height: 60vh; }
.text { text-align: start; max-width: 36em; margin: 0 auto; }
.credit { font-size: 0.65em; opacity: 0.75; margin-block-start: 1.5em; }`;

const cardFront = '<h1>{{Title}}</h1>{{Picture}}';
const cardBack = `{{FrontSide}}<hr id="answer"><div class="text">{{Text}}</div>
{{#Video}}<p><a href="{{Video}}">{{Video}}</a></p>{{/Video}}
<p class="credit">{{Author}} · {{License}}{{#Source}} · {{Source}}{{/Source}}{{#Link}} · {{Link}}{{/Link}}</p>`;

// The template of Anki's own note type of this name; its scripts are part of Anki.
const occlusionFront = `{{#Header}}<div>{{Header}}</div>{{/Header}}
<div style="display: none">{{cloze:Occlusion}}</div>
<div id="err"></div>
<div id="image-occlusion-container">
    {{Image}}
    <canvas id="image-occlusion-canvas"></canvas>
</div>
<script>
try {
    anki.imageOcclusion.setup();
} catch (exc) {
    document.getElementById("err").innerHTML = \`Error loading image occlusion. Is your Anki version up to date?<br><br>\${exc}\`;
}
</script>
`;
const occlusionBack = `${occlusionFront}<div><button id="toggle">Toggle Masks</button></div>
{{#Back Extra}}<div>{{Back Extra}}</div>{{/Back Extra}}
`;
const occlusionStyle = `#image-occlusion-canvas {
    --inactive-shape-color: #ffeba2;
    --active-shape-color: #ff8e8e;
    --inactive-shape-border: 1px #212121;
    --active-shape-border: 1px #212121;
    --highlight-shape-color: #ff8e8e00;
    --highlight-shape-border: 1px #ff8e8e;
}
.card { font-family: arial; font-size: 20px; text-align: center; color: black; background-color: white; }
`;

interface NoteType {
  id: number;
  name: string;
  /** 0 for notes with one card per template, 1 for one card per cloze. */
  kind: 0 | 1;
  fields: readonly string[];
  front: string;
  back: string;
  style: string;
  /** Anki's number of its own type. Its editor of masks opens notes of a type with this number. */
  stockKind?: number;
}

/** The number of `Image Occlusion`; its fields are numbered in their order. */
const imageOcclusion = 6;
/** Seconds. Anki replaces a type that it has by a later one, so this changes only if a type does. */
const typesChangedAt = 1_731_801_600;

const noteTypes: NoteType[] = [
  {
    id: cardNoteTypeId,
    name: cardNoteTypeName,
    kind: 0,
    fields: cardFields,
    front: cardFront,
    back: cardBack,
    style: cardStyle,
  },
  {
    id: occlusionNoteTypeId,
    name: 'Image Occlusion',
    kind: 1,
    fields: occlusionFields,
    front: occlusionFront,
    back: occlusionBack,
    style: occlusionStyle,
    stockKind: imageOcclusion,
  },
];

/** The note types as a collection of schema 11 holds them. */
export function noteTypesJson(deckId: number, used: readonly number[]): string {
  const models = noteTypes
    .filter(({ id }) => used.includes(id))
    .map(({ id, name, kind, fields, front, back, style, stockKind }) => ({
      originalStockKind: stockKind,
      id,
      name,
      type: kind,
      mod: typesChangedAt,
      usn: -1,
      sortf: 0,
      did: deckId,
      tmpls: [
        { name, ord: 0, qfmt: front, afmt: back, bqfmt: '', bafmt: '', did: null, bfont: '', bsize: 0 },
      ],
      flds: fields.map((field, ord) => ({
        name: field,
        ord,
        sticky: false,
        rtl: false,
        font: 'Arial',
        size: 20,
        ...(stockKind === imageOcclusion ? { tag: ord, preventDeletion: ord < 4 } : {}),
      })),
      css: style,
      latexPre:
        '\\documentclass[12pt]{article}\n\\special{papersize=3in,5in}\n\\usepackage{amssymb,amsmath}\n' +
        '\\pagestyle{empty}\n\\setlength{\\parindent}{0in}\n\\begin{document}\n',
      latexPost: '\\end{document}',
      latexsvg: false,
      req: [[0, 'any', [0]]],
      tags: [],
      vers: [],
    }));
  return JSON.stringify(Object.fromEntries(models.map((model) => [model.id, model])));
}
