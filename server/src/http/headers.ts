import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

export interface HeaderOptions {
  /** Whether the site is reached by https, so that browsers may insist on it. */
  secure: boolean;
  /** Origins the browser itself talks to: the sign-in provider, the contacts service. */
  connect: string[];
  /** Other origins of pictures: stills of videos that somebody is about to post. */
  images: string[];
  /** Vite's client in development injects styles and opens a socket. */
  development: boolean;
}

/** Sets the security headers that every answer carries. */
export async function installHeaders(app: FastifyInstance, options: HeaderOptions): Promise<void> {
  const headers = {
    ...(await helmetHeaders(options)),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  };
  app.decorate('fixedHeaders', Object.keys(headers));
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

const ofTheAnswer = new Set(['connection', 'content-length', 'content-type', 'date']);

/** The same for every answer, and working them out takes longer than a kept answer does; so Helmet is asked once. */
async function helmetHeaders(options: HeaderOptions): Promise<Record<string, string>> {
  const probe = Fastify();
  await probe.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: options.development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...options.images],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...options.connect, ...(options.development ? ['ws:'] : [])],
        frameSrc: ["'self'", 'https://www.youtube-nocookie.com'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(options.secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: options.secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  probe.get('/', async () => '');
  const { headers } = await probe.inject('/');
  await probe.close();
  const fixed = Object.entries(headers).filter(([name]) => !ofTheAnswer.has(name));
  return Object.fromEntries(fixed.map(([name, value]) => [name, String(value)]));
}
