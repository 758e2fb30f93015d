/** Patterns of well-known keys and tokens. */
const shapes = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'an AWS key': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a Google key': /\bAIza[\w-]{35}\b/,
  'a GitHub token': /\b(?:gh[oprsu]_[A-Za-z0-9]{36}|github_pat_\w{22,})/,
  'a Slack token': /\bxox[abprs]-[\w-]{10,}/,
  'a key of an AI provider': /\bsk-(?:proj-|ant-)?[\w-]{32,}/,
  'an npm token': /\bnpm_[A-Za-z0-9]{36}\b/,
  'a signed token': /\beyJ[\w-]{16,}\.eyJ[\w-]{16,}\.[\w-]{16,}/,
  'a password in an address':
    /\b[a-z]{3,12}:\/\/[^\s:/@'"`<>{}$]+:(?!password@|secret@|pass@|gyan@|x@)[^\s/@'"`<>{}$]{3,}@/,
};

/** Long alphanumeric runs. */
const run = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
/** Words and numbers have less entropy than this. */
const mostBitsPerCharacter = 4.3;

/** Prefixes of base64 pictures and of integrity hashes. */
const harmless = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|PHN2Zy|data:|sha(?:256|384|512)-)/;

/** Possible secrets in a text, with their lines. */
export function secretsIn(text) {
  const found = [];
  for (const [index, line] of text.split('\n').entries()) {
    const at = index + 1;
    // Longer lines are generated.
    const written = line.slice(0, 2_000);
    for (const [what, shape] of Object.entries(shapes)) if (shape.test(written)) found.push({ at, what });
    for (const [word] of written.matchAll(run)) {
      if (isRandom(word) && !harmless.test(word)) found.push({ at, what: `“${word.slice(0, 12)}…”` });
    }
  }
  return found;
}

function isRandom(word) {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(word)).length;
  return kinds === 3 && bitsPerCharacter(word) > mostBitsPerCharacter;
}

function bitsPerCharacter(word) {
  const counts = Map.groupBy(word, (char) => char);
  let bits = 0;
  for (const { length } of counts.values()) bits -= (length / word.length) * Math.log2(length / word.length);
  return bits;
}
