/** SQLSTATE classes and codes that mean "the database, not the request": connection, resources, operator, restart. */
const troubledStates = /^(08|53|57P|58|XX)/;
const canceled = '57014';
const readOnly = '25006';
const serialization = new Set(['40001', '40P01', '55P03']);

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
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end/;

/** Answers whether a statement failed because the database is down, restarting, overloaded or too slow. */
export function databaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return driverMessages.test(error.message);
  if (networkCodes.has(code)) return true;
  return (
    /^[0-9A-Z]{5}$/.test(code) &&
    (troubledStates.test(code) || code === canceled || code === readOnly || serialization.has(code))
  );
}
