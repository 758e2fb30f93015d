/** The three kinds of content: a subject, a chain, and a card under a lamp. */
export function HeroArt() {
  return (
    <svg className="hero-art" viewBox="0 0 440 320" aria-hidden="true">
      <circle className="art-glow" cx="236" cy="150" r="140" />
      <g transform="rotate(-7 110 190)">
        <rect className="art-subject" x="34" y="96" width="150" height="180" rx="10" />
        <path className="art-spine" d="M34 106a10 10 0 0 1 10-10h16v180H44a10 10 0 0 1-10-10Z" />
        <path className="art-tick" d="M40 124h10M40 144h10M40 164h10M40 184h10M40 204h10" />
        <path className="art-line-light" d="M80 132h80M80 152h58" />
      </g>
      <g transform="rotate(6 330 190)">
        <rect className="art-sheet-far" x="282" y="118" width="132" height="150" rx="10" />
        <rect className="art-sheet-far" x="272" y="108" width="132" height="150" rx="10" />
        <rect className="art-sheet" x="262" y="98" width="132" height="150" rx="10" />
        <rect className="art-picture" x="262" y="98" width="132" height="74" rx="10" />
        <path className="art-line" d="M278 192h84M278 210h60" />
      </g>
      <rect className="art-sheet" x="142" y="56" width="176" height="220" rx="12" />
      <path className="art-night" d="M142 68a12 12 0 0 1 12-12h152a12 12 0 0 1 12 12v104H142Z" />
      <path className="art-ray" d="M230 76v-10M196 88l-6-8M264 88l6-8M182 116h-11M289 116h-11" />
      <path className="art-flame" d="M230 86c13 14 21 25 21 37a21 21 0 0 1-42 0c0-12 8-23 21-37Z" />
      <path className="art-core" d="M230 112c6 7 9 12 9 17a9 9 0 0 1-18 0c0-5 3-10 9-17Z" />
      <path className="art-bowl" d="M190 146h80c-5 14-20 20-40 20s-35-6-40-20Z" />
      <path className="art-line" d="M162 200h120M162 220h136M162 240h84" />
    </svg>
  );
}
