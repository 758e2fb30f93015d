import { BlockList, isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { canonicalEmail } from '@gyan/contract/credentials.ts';
import { type Budget, type Limits, limits } from '@gyan/contract/limits.ts';

/** An invalid environment variable; the message is one sentence that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export interface Config {
  mode: 'production' | 'development' | 'test';
  port: number;
  host: string;
  /** Without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** Undefined means the embedded server under `dataDir`. */
  databaseUrl: string | undefined;
  /** Without the pooler, for LISTEN, session locks and jobs. Undefined if there is no pooler. */
  databaseDirectUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  /** Off for a transaction pooler that does not support prepared statements. */
  databasePrepared: boolean;
  /** `file:///…` or `s3://…`. */
  storageUrl: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  operatorEmail: string | undefined;
  superAdminEmail: string | undefined;
  /** Admins need a second factor. */
  adminSecondFactor: boolean;
  /** Encrypts the secrets of authenticator apps, together with a key in the database. */
  secretKey: string | undefined;
  signupRole: 'kRegular' | 'kCreator';
  google: { issuer: string; clientId: string | undefined; peopleUrl: string };
  facebook: { appId: string | undefined; appSecret: string | undefined; graphUrl: string };
  /** Where photos of sign-in providers may be copied from; `*` stands for any subdomain. */
  socialPhotoOrigins: string[];
  /** Hosts of push services; `*.` stands for any subdomain. */
  pushHosts: string[];
  youtube: { apiKey: string | undefined; apiUrl: string; oembedUrl: string; thumbnailUrl: string };
  ai: { baseUrl: string; apiKey: string | undefined; model: string } | undefined;
  /** Links to the mobile app on the landing page. */
  appStores: { apple: string | undefined; google: string | undefined };
  rateLimits: boolean;
  /** Fewer comments and requests, no links and invitations, until an account is established. */
  newAccountLimits: boolean;
  /** Sign-ups need a proof of work. */
  signupChallenge: boolean;
  limits: Limits;
  demo: boolean;
  workers: number;
  /** Serve requests, run jobs, or both. */
  role: 'all' | 'web' | 'worker';
  logLevel: LogLevel;
  /** The port of `GET /metrics`, on loopback only unless there is a token. 0 switches it off. */
  metricsPort: number;
  metricsToken: string | undefined;
  /** Proxies whose forwarded headers are trusted: addresses or CIDR blocks. */
  trustedProxies: string[];
}

type Environment = Record<string, string | undefined>;

/** Reads and checks every variable; no other file reads the environment. */
export function readConfig(
  env: Environment,
  mode: Config['mode'] = 'production',
  terminal: { watched: boolean } = { watched: false },
): Config {
  const read = reader(env);
  const port = read.integer('PORT', 3000, 0, 65_535);
  const dataDir = resolve(read.text('DATA_DIR') ?? './data');
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const databaseDirectUrl = read.url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']);
  if (databaseDirectUrl !== undefined && databaseUrl === undefined) {
    throw new ConfigError(
      'DATABASE_DIRECT_URL names the database behind a pooler, and needs DATABASE_URL to name the pooler.',
    );
  }
  const aiBaseUrl = read.url('AI_BASE_URL', ['http:', 'https:']);
  const facebookId = read.text('FACEBOOK_APP_ID');
  const facebookSecret = read.text('FACEBOOK_APP_SECRET');
  if ((facebookId === undefined) !== (facebookSecret === undefined)) {
    throw new ConfigError('FACEBOOK_APP_ID and FACEBOOK_APP_SECRET must be set together.');
  }

  const host = read.text('HOST') ?? '127.0.0.1';
  const publicUrl = withoutSlash(read.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`);

  return {
    mode,
    port,
    host,
    publicUrl,
    dataDir,
    databaseUrl,
    databaseDirectUrl,
    databasePrepared: read.onOff('DATABASE_PREPARED', true),
    databaseReplicaUrl: read.url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']),
    storageUrl: readStorageUrl(read, dataDir),
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom:
      read.matching('MAIL_FROM', isSender, 'an e-mail address, with or without a name before <it>') ??
      'Gyan <no-reply@gyan.example>',
    operatorEmail: read.email('OPERATOR_EMAIL'),
    superAdminEmail: read.email('SUPER_ADMIN_EMAIL'),
    adminSecondFactor: read.onOff('ADMIN_SECOND_FACTOR', false),
    secretKey: readSecretKey(read),
    signupRole: read.choice('SIGNUP_ROLE', ['kRegular', 'kCreator'], 'kRegular'),
    google: {
      issuer: withoutSlash(read.url('GOOGLE_ISSUER', ['http:', 'https:']) ?? 'https://accounts.google.com'),
      clientId: read.text('GOOGLE_CLIENT_ID'),
      peopleUrl: withoutSlash(
        read.url('GOOGLE_PEOPLE_URL', ['http:', 'https:']) ?? 'https://people.googleapis.com',
      ),
    },
    facebook: {
      appId: facebookId,
      appSecret: facebookSecret,
      graphUrl: withoutSlash(
        read.url('FACEBOOK_GRAPH_URL', ['http:', 'https:']) ?? 'https://graph.facebook.com',
      ),
    },
    socialPhotoOrigins: readPhotoOrigins(read),
    pushHosts: readPushHosts(read),
    youtube: {
      apiKey: read.text('YOUTUBE_API_KEY'),
      apiUrl: withoutSlash(
        read.url('YOUTUBE_API_URL', ['http:', 'https:']) ?? 'https://www.googleapis.com/youtube/v3',
      ),
      oembedUrl: withoutSlash(
        read.url('YOUTUBE_OEMBED_URL', ['http:', 'https:']) ?? 'https://www.youtube.com/oembed',
      ),
      thumbnailUrl: withoutSlash(
        read.url('YOUTUBE_THUMBNAIL_URL', ['http:', 'https:']) ?? 'https://i.ytimg.com/vi',
      ),
    },
    ai: aiBaseUrl
      ? {
          baseUrl: withoutSlash(aiBaseUrl),
          apiKey: read.text('AI_API_KEY'),
          model: read.required('AI_MODEL', 'AI_BASE_URL'),
        }
      : undefined,
    appStores: {
      apple: read.url('APP_STORE_URL', ['https:']),
      google: read.url('PLAY_STORE_URL', ['https:']),
    },
    rateLimits: read.onOff('RATE_LIMITS', true),
    newAccountLimits: read.onOff('NEW_ACCOUNT_LIMITS', true),
    signupChallenge: read.onOff('SIGNUP_CHALLENGE', false),
    limits: readLimits(read),
    demo: read.onOff(
      'DEMO',
      databaseUrl === undefined && mode !== 'test' && isForThisMachine({ host, publicUrl }),
    ),
    workers: read.integer('WORKERS', mode === 'production' ? availableParallelism() : 1, 1, 256),
    role: read.choice('ROLE', ['all', 'web', 'worker'], 'all'),
    logLevel: read.choice(
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      // A terminal shows the address and warnings only.
      terminal.watched ? 'warn' : 'info',
    ),
    metricsPort: read.integer('METRICS_PORT', mode === 'production' ? 9464 : 0, 0, 65_535),
    metricsToken: readMetricsToken(read),
    trustedProxies: readProxies(read),
  };
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** True if only this machine can reach the server: it listens on loopback and has no public address. */
export function isForThisMachine({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  return isLoopback(host) && isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''));
}

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

type Reader = ReturnType<typeof reader>;

function reader(env: Environment) {
  const text = (name: string) => {
    const value = env[name]?.trim();
    return value ? value : undefined;
  };
  return {
    text,
    required(name: string, because: string) {
      const value = text(name);
      if (value === undefined) throw new ConfigError(`${name} is needed when ${because} is set.`);
      return value;
    },
    integer(name: string, fallback: number, min: number, max: number) {
      const value = text(name);
      if (value === undefined) return fallback;
      const number = Number(value);
      if (!/^\d+$/.test(value) || number < min || number > max) {
        throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not “${value}”.`);
      }
      return number;
    },
    onOff(name: string, fallback: boolean) {
      const value = text(name);
      if (value === undefined) return fallback;
      if (value !== 'on' && value !== 'off')
        throw new ConfigError(`${name} must be on or off, not “${value}”.`);
      return value === 'on';
    },
    choice<const T extends string>(name: string, allowed: readonly T[], fallback: NoInfer<T>): T {
      const value = text(name);
      if (value === undefined) return fallback;
      const found = allowed.find((choice) => choice === value);
      if (!found) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not “${value}”.`);
      return found;
    },
    /** The message does not repeat the value, which may contain a password. */
    url(name: string, protocols: string[]) {
      const value = text(name);
      if (value === undefined) return undefined;
      if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
        throw new ConfigError(
          `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
        );
      }
      return value;
    },
    email(name: string) {
      const value = text(name);
      const email = value === undefined ? undefined : canonicalEmail(value);
      if (value !== undefined && (email === undefined || !isAddress(email))) {
        throw new ConfigError(`${name} must be an e-mail address, not “${value}”.`);
      }
      return email;
    },
    matching(name: string, fits: (value: string) => boolean, what: string) {
      const value = text(name);
      if (value !== undefined && !fits(value)) {
        throw new ConfigError(`${name} must be ${what}, not “${value}”.`);
      }
      return value;
    },
  };
}

const isAddress = (value: string) => /^[^@\s<>]+@[^@\s<>.]+(?:\.[^@\s<>.]+)+$/.test(value);

function isSender(value: string): boolean {
  const named = /^[^<>\r\n]*<([^<>]+)>$/.exec(value);
  return /^[^@\s<>]+@[^@\s<>]+$/.test(named?.[1] ?? value);
}

/** The message does not repeat the value. */
function readMetricsToken(read: Reader): string | undefined {
  const token = read.text('METRICS_TOKEN');
  if (token !== undefined && !/^[\w.~+/-]{16,}$/.test(token)) {
    throw new ConfigError(
      'METRICS_TOKEN must have at least 16 letters and digits, and nothing that a header cannot hold.',
    );
  }
  return token;
}

/** The message does not repeat the value. */
function readSecretKey(read: Reader): string | undefined {
  const key = read.text('SECRET_KEY');
  if (key !== undefined && key.length < 16) {
    throw new ConfigError('SECRET_KEY must have at least 16 characters.');
  }
  return key;
}

const mostPoints = 1_000_000;
const mostSeconds = 30 * 24 * 3600;

/** `comments.user=20/60` allows twenty in sixty seconds; all others keep the contract's value. */
function readLimits(read: Reader): Limits {
  const changed = structuredClone<Limits>(limits);
  const named = new Set<string>();
  for (const part of partsOf(read.text('LIMITS') ?? '')) {
    const [, name = '', by = '', size = ''] = /^(\w+)\.(\w+)=(.*)$/.exec(part) ?? [];
    if (!name) {
      throw new ConfigError(
        `LIMITS must be a list such as comments.user=20/60 (twenty in sixty seconds), not “${part}”.`,
      );
    }
    const budgets: Record<string, Budget> | undefined = Object.hasOwn(changed, name)
      ? changed[name as keyof Limits]
      : undefined;
    if (!budgets) {
      throw new ConfigError(`LIMITS knows no “${name}”, only ${Object.keys(changed).join(', ')}.`);
    }
    if (!Object.hasOwn(budgets, by)) {
      throw new ConfigError(`LIMITS counts ${name} by ${Object.keys(budgets).join(', ')}, not by “${by}”.`);
    }
    if (named.has(`${name}.${by}`)) throw new ConfigError(`LIMITS names ${name}.${by} twice.`);
    named.add(`${name}.${by}`);
    const [points = 0, seconds = 0] = /^\d+\/\d+$/.test(size) ? size.split('/').map(Number) : [];
    if (points < 1 || points > mostPoints || seconds < 1 || seconds > mostSeconds) {
      throw new ConfigError(
        `LIMITS must give ${name}.${by} from 1 to ${mostPoints} in 1 to ${mostSeconds} seconds, such as 20/60, not “${size}”.`,
      );
    }
    budgets[by] = { points, seconds };
  }
  return changed;
}

const photoOrigins =
  'https://lh3.googleusercontent.com https://platform-lookaside.fbsbx.com https://*.fbcdn.net';
const isPhotoOrigin = (origin: string) => /^https?:\/\/(?:\*\.)?[a-z\d.-]+(?::\d+)?$/.test(origin);

function readPhotoOrigins(read: Reader): string[] {
  const what = 'origins such as https://photos.example or https://*.photos.example, with commas between';
  const value = read.matching('SOCIAL_PHOTO_ORIGINS', (list) => partsOf(list).every(isPhotoOrigin), what);
  return partsOf(value ?? photoOrigins);
}

/** Those of Chrome, Firefox, Safari and Edge. */
const pushHosts = 'fcm.googleapis.com *.push.services.mozilla.com *.push.apple.com *.notify.windows.com';
const isHost = (host: string) => /^[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(host);

/** Subdomains of a whole top-level domain would be anybody's. */
function isPushHost(host: string): boolean {
  return host.startsWith('*.') ? isHost(host.slice(2)) && host.slice(2).includes('.') : isHost(host);
}

function readPushHosts(read: Reader): string[] {
  const what = 'hosts such as push.example or *.push.example, with commas between';
  const areHosts = (hosts: string[]) => hosts.length > 0 && hosts.every(isPushHost);
  const value = read.matching('PUSH_HOSTS', (list) => areHosts(partsOf(list)), what);
  return partsOf((value ?? pushHosts).toLowerCase());
}

function readProxies(read: Reader): string[] {
  const what = 'addresses or CIDR blocks with commas between';
  const value = read.matching('TRUSTED_PROXIES', (list) => partsOf(list).every(isProxy), what);
  return partsOf(value ?? '');
}

const partsOf = (list: string) => list.split(/[\s,]+/).filter(Boolean);

/** Also accepts the names of well-known ranges. */
function isProxy(proxy: string): boolean {
  if (/^(?:loopback|linklocal|uniquelocal)$/.test(proxy)) return true;
  const [address = '', bits, ...more] = proxy.split('/');
  const family = isIP(address);
  const fits =
    bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return family !== 0 && fits && more.length === 0;
}

function readStorageUrl(read: Reader, dataDir: string): string {
  const value = read.url('STORAGE_URL', ['file:', 's3:']);
  if (value === undefined) return pathToFileURL(resolve(dataDir, 'storage')).href;
  const url = new URL(value);
  if (url.protocol === 's3:' && !url.hostname) {
    throw new ConfigError('STORAGE_URL must name a bucket: s3://bucket/prefix?endpoint=…&region=….');
  }
  if (url.protocol === 'file:' && (url.host !== '' || !isAbsolute(fileURLToPath(url)))) {
    throw new ConfigError('STORAGE_URL must name an absolute folder: file:///path.');
  }
  return value;
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}
