/**
 * All encodings of a secret: plain, percent-encoded, and its bytes in hex (as PostgreSQL prints bytea), in
 * both kinds of base64 and as numbers. The bytes of a token are those of its text and those it encodes.
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

/** The texts that contain the secret in any encoding; long base64 may contain line breaks. */
export function holding(texts: readonly string[], secret: string): string[] {
  const spellings = spellingsOf(secret);
  const holds = (text: string) => spellings.some((spelling) => text.includes(spelling));
  return texts.filter((text) => holds(text) || holds(text.replace(/\\+[nr]|\s/g, '')));
}

const isToken = (secret: string) => /^[\w-]{43}$/.test(secret);

/**
 * Base64 encodes three bytes as four characters: the encoding depends on the offset, and the characters at
 * both ends are shared with the neighbouring bytes.
 */
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
