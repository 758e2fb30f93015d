/**
 * Every way a secret may stand somewhere and still be one: as it is, as an address spells it, and its bytes in hex (which is how
 * PostgreSQL writes a bytea), in both kinds of base64 and as numbers. The bytes of a token are those of its text and those it was made from.
 */
function spellingsOf(secret: string): string[] {
  const kinds = [Buffer.from(secret), ...(isToken(secret) ? [Buffer.from(secret, 'base64url')] : [])];
  const inAddresses = [encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)];
  return [...new Set([secret, ...inAddresses, ...kinds.flatMap(spellingsOfBytes)])];
}

function spellingsOfBytes(bytes: Buffer): string[] {
  const hex = bytes.toString('hex');
  const numbers = [...bytes];
  return [hex, hex.toUpperCase(), numbers.join(','), numbers.join(', '), ...inBase64(bytes)];
}

/** Those of the texts in which the secret stands, however it is spelled; long base64 may be broken into lines. */
export function holding(texts: readonly string[], secret: string): string[] {
  const spellings = spellingsOf(secret);
  const holds = (text: string) => spellings.some((spelling) => text.includes(spelling));
  return texts.filter((text) => holds(text) || holds(text.replace(/\\+[nr]|\s/g, '')));
}

const isToken = (secret: string) => /^[\w-]{43}$/.test(secret);

/** Three bytes make four letters: what comes before decides how they fall, and its neighbours share the letters at both ends. */
function inBase64(bytes: Buffer): string[] {
  return (['base64', 'base64url'] as const).flatMap((kind) =>
    [0, 1, 2].map((before) => {
      const text = Buffer.concat([Buffer.alloc(before), bytes])
        .toString(kind)
        .replaceAll('=', '');
      const first = Math.ceil((before * 8) / 6);
      const last = Math.floor(((before + bytes.length) * 8) / 6);
      return text.slice(first, last);
    }),
  );
}
