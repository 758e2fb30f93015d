import './auth.css';
/** Separates two alternatives. */
export function OrDivider() {
  return <p className="or-divider">or</p>;
}
