import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

export interface HeaderOptions {
  /** The site is served over https. */
  secure: boolean;
  /** Origins that the browser calls itself: the sign-in provider, the contacts service. */
  connect: string[];
  /** Origins of pictures: thumbnails of videos. */
  images: string[];
  /** Vite's client injects styles and opens a WebSocket. */
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

const perAnswer = new Set(['connection', 'content-length', 'content-type', 'date']);

/**
 * Runs Helmet once: its headers are the same for every answer, and computing them costs more than sending a cached
 * answer.
 */
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
  const fixed = Object.entries(headers).filter(([name]) => !perAnswer.has(name));
  return Object.fromEntries(fixed.map(([name, value]) => [name, String(value)]));
}
