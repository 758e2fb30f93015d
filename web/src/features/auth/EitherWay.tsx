import './auth.css';
/** Separates two alternatives. */
export function EitherWay() {
  return <p className="either-way">or</p>;
}
