/** SQLSTATE classes that mean "the database, not the request": connection, login, resources, operator, system, internal. */
const troubledClasses = /^(08|28|53|57P|58|XX)/;

const troubledStates = new Set([
  '57014', // cancelled for taking too long
  '25006', // read-only: a replica, or a server that is being replaced
  '55000', // accepts no connections
  '3D000', // the database is not there
  '40001', // serialization, deadlock, lock not available: nothing the caller did wrong
  '40P01',
  '55P03',
]);

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** The driver reports these without a code. */
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end/;

/** Answers whether a statement failed because the database is down, restarting, overloaded or too slow. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return driverMessages.test(error.message);
  if (networkCodes.has(code)) return true;
  return /^[0-9A-Z]{5}$/.test(code) && (troubledClasses.test(code) || troubledStates.has(code));
}
