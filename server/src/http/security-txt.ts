import type { FastifyInstance } from 'fastify';

const path = '/.well-known/security.txt';
const dayMs = 24 * 3600 * 1000;
const validDays = 180;

/** RFC 9116: where to report a vulnerability. */
export function installSecurityTxt(
  app: FastifyInstance,
  { publicUrl, operatorEmail }: { publicUrl: string; operatorEmail: string | undefined },
): void {
  const contact = operatorEmail === undefined ? `${publicUrl}/#contact` : `mailto:${operatorEmail}`;
  app.get(path, (_request, reply) => {
    // Rounded to days, so that the file changes once a day.
    const expires = new Date((Math.floor(Date.now() / dayMs) + validDays) * dayMs).toISOString();
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${path}`,
    ];
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}
